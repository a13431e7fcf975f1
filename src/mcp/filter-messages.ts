import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';

import type { StdioConnection } from './generation.js';
import { refuseMalformed } from './malformed-message.js';

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Answers lines of a connection that are no messages, which the SDKs' transports would drop, and passes on all others.
 *
 * @param isMessage Whether a parsed line is a message, as the SDK of the generation sees it.
 * @returns What the transport is to read. It ends when the input does, in whatever way.
 */
export function filterMessages(
  { input, output }: Omit<StdioConnection, 'identity'>,
  isMessage: (value: unknown) => boolean,
): Readable {
  const messages = new PassThrough();
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const message = parse(line);
    if (isMessage(message)) messages.write(`${line}\n`);
    else output.write(`${JSON.stringify(refuseMalformed(message))}\n`);
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
