/** The arguments of `call --input`: JSON on the command line, in a file, or on standard input. */
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer as readBytes } from 'node:stream/consumers';

import { describeViolation } from '../core/errors.js';
import { decodeText } from '../core/value/decode-text.js';
import { findInexact } from '../core/value/exact-json.js';
import { parseForeignJson } from '../core/value/foreign-json.js';
import { isRecord } from '../core/value/is-record.js';
import { takeMeantValue } from '../core/value/meant-value.js';

/** @throws {Error} If it is not a JSON object with exact numbers. */
export async function readInput(
  input: string,
  stdin: Readable = process.stdin,
): Promise<Readonly<Record<string, unknown>>> {
  const isFile = input.startsWith('@');
  const text = isFile
    ? decodeText(await (input === '@-' ? readBytes(stdin) : readFile(input.slice(1))))
    : input;
  let written: unknown;
  try {
    written = parseForeignJson(text).value;
  } catch (error) {
    throw new Error(`--input is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const value = takeMeantValue(written, ['object']);
  const inexact = findInexact(value);
  if (inexact) throw new Error(`--input: ${describeViolation(inexact)}.`);
  if (isRecord(value)) return value;
  throw new Error('--input has to be a JSON object with the arguments of the tool.');
}
