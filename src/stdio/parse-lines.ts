import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { isDeeper, MAX_MESSAGE_DEPTH } from '../core/json-bounds.js';
import { toParseError } from '../mcp/malformed-message.js';

/** One line of a connection, and what it says. */
export interface MessageLine {
  readonly line: string;
  readonly message: unknown;
}

/** Who reads a connection. */
export interface LineReader {
  readonly onMessage: (message: MessageLine) => void;
  /** The input has ended, in whatever way. */
  readonly onEnd: () => void;
}

const TOO_DEEP = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: `The message has more than ${MAX_MESSAGE_DEPTH} levels.` },
};

/** Reads lines of JSON. A line that is none is answered, since the SDKs' transports would drop it. */
export function parseLines(input: Readable, output: Writable, reader: LineReader): void {
  const answer = (reply: object): void => {
    output.write(`${JSON.stringify(reply)}\n`);
  };
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      answer(toParseError());
      return;
    }
    if (isDeeper(message, MAX_MESSAGE_DEPTH)) answer(TOO_DEEP);
    else reader.onMessage({ line, message });
  });
  lines.once('close', reader.onEnd);
  // By itself, it notices no other end of the input than the regular one.
  const stop = (): void => {
    lines.close();
  };
  input.once('close', stop);
  input.on('error', stop);
  // It hands on its input's errors as its own.
  lines.on('error', stop);
}
