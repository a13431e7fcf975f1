import type { Json, Message, MessageListener } from '../../wire/message.js';
import { openStdio, type StdioCommand } from '../../wire/stdio.js';

/** A request whose answer may take its time. */
export interface Exchange {
  readonly id: number;
  /** The response; `undefined` when the stream has ended without one. Never rejects once the answer has begun. */
  readonly response: Promise<Message | undefined>;
  /** Takes no more of the answer. */
  readonly leave: () => void;
}

/** How messages get to a server and back: what a request costs without a client library. */
export interface Wire {
  readonly transport: 'HTTP' | 'stdio';
  /** Process that serves it, where that serves nobody else. */
  readonly pid?: number;
  /** Sends a request, and resolves when its answer has begun. */
  readonly open: (method: string, params: Json) => Promise<Exchange>;
  /** Sends what gets no answer: a notification, or the answer to a request of the server's. */
  readonly send: (message: Message) => Promise<void>;
  /** Opens the stream for what the server says unasked; where there is none, it says so on the connection. */
  readonly stand: () => Promise<void>;
  /** Gets all requests and notifications of the server's. Returns what ends that. */
  readonly listen: (listener: MessageListener) => () => void;
  readonly close: () => Promise<void>;
}

/** What a protocol revision puts around a message. */
export interface Dress {
  readonly params: (params: Json) => Json;
  readonly headers: (message: Message) => Readonly<Record<string, string>>;
  /** Learns from the headers of a response. */
  readonly onHeaders?: (headers: Readonly<Record<string, unknown>>) => void;
}

/** A server process of its own, over standard input and output. */
export function openStdioWire(command: StdioCommand, dress: Dress): Wire {
  const { child, request, giveUp, send, listen, close } = openStdio(command);
  let lastId = 0;
  return {
    transport: 'stdio',
    pid: child.pid ?? 0,
    open: async (method, params) => {
      const id = ++lastId;
      const response = request({ id, method, params: dress.params(params) });
      const leave = (): void => {
        giveUp(id);
        send({ method: 'notifications/cancelled', params: { requestId: id } });
      };
      return Promise.resolve({ id, response, leave });
    },
    send: async (message) => {
      send(message);
      return Promise.resolve();
    },
    stand: async () => Promise.resolve(),
    listen,
    close,
  };
}
