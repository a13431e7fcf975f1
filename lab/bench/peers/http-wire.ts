import {
  Agent,
  type IncomingMessage,
  request as sendRequest,
  type RequestOptions,
} from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { isResponse, type Message, type MessageListener } from './message.js';
import type { Dress, Wire } from './wire.js';

const EVENT_DATA = 'data: ';

/** The messages of an answer, each as soon as it is there: one JSON object, or a stream of events. */
async function readMessages(response: IncomingMessage, take: MessageListener): Promise<void> {
  if (response.headers['content-type']?.includes('text/event-stream') === true) {
    for await (const line of createInterface({ input: response })) {
      const data = line.startsWith(EVENT_DATA) ? line.slice(EVENT_DATA.length) : '';
      if (data !== '') take(JSON.parse(data) as Message);
    }
    return;
  }
  const body = await text(response);
  if (body !== '') take(JSON.parse(body) as Message);
}

/** Streamable HTTP, on connections that are kept. */
export function openHttpWire(url: string, dress: Dress): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const listeners = new Set<MessageListener>();
  let lastId = 0;

  /** Once more where a kept connection was closed by the server in the same moment: it has not seen the request then. */
  const exchange = async (options: RequestOptions, body?: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = sendRequest(url, { agent, ...options }, resolve);
      request.once('error', (error) => {
        if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
          exchange(options, body).then(resolve, reject);
        } else reject(error);
      });
      request.end(body);
    });

  const post = async (message: Message): Promise<IncomingMessage> => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
      ...dress.headers(message),
    };
    const response = await exchange({ method: 'POST', headers }, body);
    dress.onHeaders?.(response.headers);
    return response;
  };

  const read = async (response: IncomingMessage): Promise<Message | undefined> => {
    let found: Message | undefined;
    await readMessages(response, (message) => {
      if (isResponse(message) || message.error) found = message;
      else for (const listener of [...listeners]) listener(message);
    }).catch(() => undefined);
    return found;
  };

  return {
    transport: 'HTTP',
    open: async (method, params) => {
      const id = ++lastId;
      const response = await post({ id, method, params: dress.params(params) });
      return { id, response: read(response), leave: () => response.destroy() };
    },
    send: async (message) => {
      const response = await post(message);
      await text(response);
      if ((response.statusCode ?? 0) >= 400) throw new Error(`HTTP ${response.statusCode}`);
    },
    stand: async () => {
      const headers = { accept: 'text/event-stream', ...dress.headers({}) };
      const response = await exchange({ headers });
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
