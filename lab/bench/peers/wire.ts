import type { Json, Message, MessageListener } from '../../wire/message.js';
import { openStdio, type StdioCommand } from '../../wire/stdio.js';

/** A request in progress. */
export interface Exchange {
  readonly id: number;
  /** Resolves with the response, or with `undefined` if the stream ends without one. Never rejects. */
  readonly response: Promise<Message | undefined>;
  /** Stops reading the answer. */
  readonly leave: () => void;
}

/** Sends and receives messages without a client library, whose cost is not measured. */
export interface Wire {
  readonly transport: 'HTTP' | 'stdio';
  /** Process ID of the server, if it serves this wire only. */
  readonly pid?: number;
  /** Sends a request. Over HTTP, it resolves when the answer begins. */
  readonly open: (method: string, params: Json) => Promise<Exchange>;
  /** Sends a notification, or the response to a request of the server. */
  readonly send: (message: Message) => Promise<void>;
  /** Opens the standing stream. Over stdio it does nothing, because the connection is the stream. */
  readonly stand: () => Promise<void>;
  /** Receives all requests and notifications of the server. Returns a function that stops it. */
  readonly listen: (listener: MessageListener) => () => void;
  readonly close: () => Promise<void>;
}

/** The additions of a protocol revision to messages. */
export interface Envelope {
  readonly params: (params: Json) => Json;
  readonly headers: (message: Message) => Readonly<Record<string, string>>;
  /** Called with the headers of each response. */
  readonly onHeaders?: (headers: Readonly<Record<string, unknown>>) => void;
}

/** Starts a server process and speaks to it over standard input and output. */
export function openStdioWire(command: StdioCommand, envelope: Envelope): Wire {
  const { child, request, giveUp, send, listen, close } = openStdio(command);
  let lastId = 0;
  return {
    transport: 'stdio',
    pid: child.pid ?? 0,
    open: async (method, params) => {
      const id = ++lastId;
      const response = request({ id, method, params: envelope.params(params) });
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
