/** Checks the headers that repeat parts of a request's body (Streamable HTTP › Standard Headers). */
import type { HttpError } from '../../http-response.js';
import { NAMED_BY, nameOf, type RowFacts } from '../../row.js';
import type { Asked } from '../../run.js';

import { JsonRpcCode } from './json-rpc-error.js';
import { protocol } from './protocol.js';

const NAME_HEADER = 'mcp-name';

const ENCODED = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/** Returns the text of a header; `undefined` if its encoding is invalid. */
function decode(header: string): string | undefined {
  if (!header.startsWith('=?base64?') || !header.endsWith('?=')) return header;
  const [, encoded] = ENCODED.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a request may omit `Mcp-Name`: FastMCP 4.1 sends `tasks/…` without it. This server's IDs are valid
 * header values, so other IDs still need the header.
 */
function mayLackName({ subject }: RowFacts, name: string): boolean {
  return subject === 'task' && /^[\x21-\x7e]{1,1024}$/.test(name);
}

interface Mismatch {
  readonly header: string;
  readonly body: string;
}

function findNameMismatch(headers: Headers, row: RowFacts, params: unknown): Mismatch | undefined {
  const member = NAMED_BY[row.subject];
  if (member === undefined) return undefined;
  const named = nameOf(row, params);
  const header = headers.get(NAME_HEADER);
  if (header === null) {
    if (named === undefined || mayLackName(row, named)) return undefined;
    const body = `the body carries params.${member}="${named}" but the required Mcp-Name header is absent`;
    return { header: '(missing)', body };
  }
  const decoded = decode(header);
  if (decoded === undefined) {
    return { header, body: 'the Mcp-Name header carries an invalid Base64 sentinel value' };
  }
  if (named === undefined || decoded === named) return undefined;
  const body = `the body carries params.${member}="${named}" but the Mcp-Name header names "${decoded}"`;
  return { header, body };
}

function findMismatch(
  headers: Headers,
  { method, params, row }: Asked<RowFacts>,
): Mismatch | undefined {
  if (!headers.has('mcp-protocol-version')) {
    const body = `the body envelope names protocol version ${protocol.version} but the required MCP-Protocol-Version header is absent`;
    return { header: '(missing)', body };
  }
  if (!headers.has('mcp-method')) {
    const body = `the body names method ${method} but the required Mcp-Method header is absent`;
    return { header: '(missing)', body };
  }
  return row && findNameMismatch(headers, row, params);
}

/** Returns the fault of a request's headers. The classifier has already compared version and method with the body. */
export function findHeaderProblem(headers: Headers, asked: Asked<RowFacts>): HttpError | undefined {
  const mismatch = findMismatch(headers, asked);
  return (
    mismatch && {
      status: 400,
      code: JsonRpcCode.headerMismatch,
      message: `Bad Request: the request headers and body disagree: ${mismatch.body}`,
      data: { mismatch },
      id: asked.id,
    }
  );
}
