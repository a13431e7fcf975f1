import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

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

/** Reads lines of JSON. A line that is none is answered, since the SDKs' transports would drop it. */
export function parseLines(input: Readable, output: Writable, reader: LineReader): void {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      output.write(`${JSON.stringify(toParseError())}\n`);
      return;
    }
    reader.onMessage({ line, message });
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
