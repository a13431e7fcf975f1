import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';

import { checkMessage, type ErrorReply, toParseError } from '../mcp/rev2025-11-25/index.js';

function check(line: string): ErrorReply | undefined {
  try {
    return checkMessage(JSON.parse(line));
  } catch {
    return toParseError();
  }
}

/**
 * Answers lines that are no messages, which the SDK's transport would drop, and passes on all others.
 *
 * @returns What the transport is to read. It ends when the input does.
 */
export function filterMessages(input: Readable, output: Writable): Readable {
  const messages = new PassThrough();
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const reply = check(line);
    if (reply) output.write(`${JSON.stringify(reply)}\n`);
    else messages.write(`${line}\n`);
  });
  lines.once('close', () => messages.end());
  // By itself, it notices no other end of the input than the regular one.
  const stop = (): void => {
    lines.close();
  };
  input.once('close', stop);
  input.on('error', stop);
  // It hands on its input's errors as its own.
  lines.on('error', stop);
  return messages;
}
