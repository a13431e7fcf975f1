import { Agent, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { readMessages, send } from '../../wire/http.js';
import { isResponse, type Message, type MessageListener } from '../../wire/message.js';

import type { Envelope, Wire } from './wire.js';

/** Opens Streamable HTTP on keep-alive connections. */
export function openHttpWire(url: string, envelope: Envelope): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const listeners = new Set<MessageListener>();
  let lastId = 0;

  const post = async (message: Message): Promise<IncomingMessage> => {
    const response = await send(url, message, { agent, headers: envelope.headers(message) });
    envelope.onHeaders?.(response.headers);
    return response;
  };
  const read = async (response: IncomingMessage): Promise<Message | undefined> => {
    let found: Message | undefined;
    await readMessages(response, response.headers['content-type'], (message) => {
      if (isResponse(message) || message.error) found = message;
      else for (const listener of [...listeners]) listener(message);
    }).catch(() => undefined);
    return found;
  };

  return {
    transport: 'HTTP',
    open: async (method, params) => {
      const id = ++lastId;
      const response = await post({ id, method, params: envelope.params(params) });
      return { id, response: read(response), leave: () => response.destroy() };
    },
    send: async (message) => {
      const response = await post(message);
      await text(response);
      if ((response.statusCode ?? 0) >= 400) throw new Error(`HTTP ${response.statusCode}`);
    },
    stand: async () => {
      const response = await send(url, undefined, { agent, headers: envelope.headers({}) });
      if (response.statusCode !== 200) throw new Error(`GET: HTTP ${response.statusCode}`);
      void read(response);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      agent.destroy();
      return Promise.resolve();
    },
  };
}
