import { createInterface } from 'node:readline';

import { parseJson, toJson } from '../core/value/exact-json.js';
import { withoutNulls } from '../core/value/without-nulls.js';

import type { StdioConnection, StdioHandle } from './generation.js';
import { refuseMalformed } from './malformed-message.js';
import type { OpenExchanges } from './open-exchanges.js';
import type { Channel, Reply } from './run.js';

export interface LineConnectionOptions {
  /** Returns true for a message of the generation. Other lines are refused. */
  readonly isMessage: (value: unknown) => boolean;
  readonly onMessage: (message: unknown) => void;
  /** Called when the client has ended the connection. */
  readonly onEnd: () => void;
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
  { input, output }: Pick<StdioConnection, 'input' | 'output'>,
  { isMessage, onMessage, onEnd }: LineConnectionOptions,
): LineConnection {
  let isOpen = true;
  const send = async (message: object): Promise<void> => {
    const isTaken = !isOpen || output.write(`${toJson({ jsonrpc: '2.0', ...message })}\n`);
    if (isTaken) return;
    await new Promise<void>((resolve) => {
      output.once('drain', resolve);
    });
  };
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (!isOpen) return;
    const message: unknown = withoutNulls(parseJson(line));
    if (isMessage(message)) onMessage(message);
    else void send(refuseMalformed(message));
  });
  lines.once('close', onEnd);
  return {
    send,
    close: () => {
      isOpen = false;
      lines.close();
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
  const { signal, end } = opened;
  const stand = (leave: () => void): void => {
    open.stand(signal, leave);
  };
  const reply = await run({ signal, send, waits: () => undefined, stand });
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
