import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { isRecord } from '../../core/value/is-record.js';
import type { Credentials } from '../../security/auth/admit-as.js';

/** Size limit, far above that of a token. */
const MAX_BYTES = 64 * 1024;
/** The path of standard input. */
const STDIN = '-';

async function readBounded(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw new Error(`--as takes ${MAX_BYTES} bytes, and there are more.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readText(path: string, input: Readable): Promise<string> {
  if (path === STDIN) return readBounded(input);
  // A text that looks like a token is not repeated, since the output may be kept.
  if (/^Bearer\b/i.test(path) || /^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/.test(path)) {
    throw new Error(
      '--as takes a file, or - for standard input, and that looks like a token: it stands in the history of your shell now, so have it revoked.',
    );
  }
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as { readonly code?: string };
    throw new Error(
      `The file that --as names cannot be read (${code}). For standard input, write -.`,
      {
        cause: error,
      },
    );
  }
}

function readScopes(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '');
  if (Array.isArray(value) && value.every((scope) => typeof scope === 'string')) return value;
  throw new Error('"scopes" of --as has to be a list of strings, or a string with blanks.');
}

function toCredentials(value: unknown): Credentials {
  const example = '{ "claims": { "sub": "ada" }, "scopes": ["tasks:use"] }';
  if (!isRecord(value)) throw new Error(`--as takes a token, or an object like ${example}.`);
  const { claims, scopes, ...others } = value;
  if (claims === undefined) return { claims: value };
  if (isRecord(claims) && Object.keys(others).length === 0) {
    return { claims, scopes: readScopes(scopes) };
  }
  throw new Error(`--as takes "claims", an object, and "scopes", and nothing beside: ${example}.`);
}

/**
 * The caller of `check --as`: a token, or JSON with claims.
 *
 * @param path A file, or `-` for standard input. A token as an argument would be visible in the shell's history and in
 * the list of processes.
 * @throws {Error} When the file cannot be read, or contains neither.
 */
export async function readCredentials(
  path: string,
  input: Readable = process.stdin,
): Promise<Credentials> {
  const text = (await readText(path, input)).trim();
  if (text === '') throw new Error('--as has found nothing: neither a token nor claims.');
  if (!/^[[{"]/.test(text)) return { token: text.replace(/^Bearer +/i, '') };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`What --as names is no JSON: ${(error as Error).message}`, { cause: error });
  }
  return toCredentials(value);
}
