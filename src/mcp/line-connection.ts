import type { Logger } from '../core/logger.js';
import { toJson } from '../core/value/exact-json.js';

import type { StdioConnection, StdioHandle } from './generation.js';
import { logFailure } from './log-failure.js';
import { toInternalErrorReply } from './malformed-message.js';
import type { OpenExchanges } from './open-exchanges.js';
import type { Channel, Reply } from './run.js';

export interface LineConnectionOptions {
  readonly onMessage: (message: unknown) => void;
  /** Called when the client has ended the connection. */
  readonly onEnd: () => void;
  /** Default: no log. */
  readonly logger: Logger | undefined;
}

export interface LineConnection {
  /** Sends a message, unless the connection is closed. Resolves when the client can take more. */
  readonly send: (message: object) => Promise<void>;
  /** Stops reading and sending. */
  readonly close: () => void;
}

export interface LineRequest {
  readonly open: OpenExchanges;
  /** The connection. In it, the client can withdraw the request by its ID. */
  readonly session: string;
  readonly id: string | number;
}

export function openLines(
  { messages, output }: Pick<StdioConnection, 'messages' | 'output'>,
  { onMessage, onEnd, logger }: LineConnectionOptions,
): LineConnection {
  let isOpen = true;
  const send = async (message: object): Promise<void> => {
    const isTaken = !isOpen || output.write(`${toJson({ jsonrpc: '2.0', ...message })}\n`);
    if (isTaken) return;
    await new Promise<void>((resolve) => {
      output.once('drain', resolve);
    });
  };
  messages.on('data', (message: object) => {
    if (!isOpen) return;
    try {
      onMessage(message);
    } catch (error) {
      // An exception in a listener would end the process, and with it all requests of the client.
      logFailure(logger, 'message', error);
      void send(toInternalErrorReply(message));
    }
  });
  messages.once('close', onEnd);
  return {
    send,
    close: () => {
      isOpen = false;
      messages.destroy();
    },
  };
}

/** Answers a request, unless the client has withdrawn it. */
export async function answerLine(
  { open, session, id }: LineRequest,
  { send }: Pick<LineConnection, 'send'>,
  run: (channel: Channel) => Promise<Reply>,
): Promise<void> {
  const opened = open.begin(undefined, session, id);
  if (opened.signal.aborted) return;
  const { signal, inputOver, end } = opened;
  const stand = (leave: () => void): void => {
    open.stand(signal, leave);
  };
  const reply = await run({ signal, send, waits: () => undefined, stand, inputOver });
  if (!signal.aborted) void send(reply);
  end();
}

/** The open connections of a server, which it can end together. */
export class OpenConnections {
  readonly #open = new Set<StdioHandle>();

  add(handle: StdioHandle): StdioHandle {
    this.#open.add(handle);
    void handle.closed.then(() => this.#open.delete(handle));
    return handle;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open, async ({ close }) => close()));
  }
}
