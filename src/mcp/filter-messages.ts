import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';

import type { StdioConnection } from './generation.js';
import { refuseMalformed } from './malformed-message.js';

/**
 * Answers lines of a connection that are JSON but no messages, which the SDKs' transports would drop, and passes on all
 * others.
 *
 * @param isMessage Whether a parsed line is a message, as the SDK of the generation sees it.
 * @returns What the transport is to read. It ends when the input does.
 */
export function filterMessages(
  { input, output }: Omit<StdioConnection, 'identity'>,
  isMessage: (value: unknown) => boolean,
): Readable {
  const messages = new PassThrough();
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const message: unknown = JSON.parse(line);
    if (isMessage(message)) messages.write(`${line}\n`);
    else output.write(`${JSON.stringify(refuseMalformed(message))}\n`);
  });
  lines.once('close', () => messages.end());
  return messages;
}
