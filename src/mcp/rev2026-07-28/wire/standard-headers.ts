/** Checks the headers that repeat parts of a request's body (Streamable HTTP › Standard and Custom Headers). */
import type { JsonSchema } from '../../../core/tool/tool-definition.js';
import { isRecord } from '../../../core/value/is-record.js';
import { ownMember } from '../../../core/value/members.js';
import { toLine } from '../../../core/value/quote.js';
import type { HttpError, HttpHeaders } from '../../http-message.js';
import { NAMED_BY, nameOf, type RowFacts } from '../../row.js';
import type { RowRequest } from '../../run.js';

import { JsonRpcCode } from './json-rpc-error.js';
import { protocol } from './protocol.js';

const NAME_HEADER = 'mcp-name';
/** The keyword of an argument that clients repeat in a header. */
const REPEATED_KEYWORD = 'x-mcp-header';
const HEADER_TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

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

function findNameMismatch(
  headers: HttpHeaders,
  row: RowFacts,
  params: unknown,
): Mismatch | undefined {
  const member = NAMED_BY[row.subject];
  if (member === undefined) return undefined;
  const named = nameOf(row, params);
  const header = headers.get(NAME_HEADER);
  if (header === null) {
    if (named === undefined || mayLackName(row, named)) return undefined;
    const body = `the body carries params.${member}="${toLine(named)}" but the required Mcp-Name header is absent`;
    return { header: '(missing)', body };
  }
  const decoded = decode(header);
  if (decoded === undefined) {
    return { header, body: 'the Mcp-Name header carries an invalid Base64 sentinel value' };
  }
  if (named === undefined || decoded === named) return undefined;
  const body = `the body carries params.${member}="${toLine(named)}" but the Mcp-Name header names "${toLine(decoded)}"`;
  return { header, body };
}

/** The arguments of a call that its headers have to repeat, by the header. `null` counts as left out. */
function repeatedIn(schema: unknown, input: unknown): readonly (readonly [string, unknown])[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(properties) || !isRecord(input)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = ownMember(input, name) ?? undefined;
    const suffix = isRecord(property) ? property[REPEATED_KEYWORD] : undefined;
    if (typeof suffix !== 'string') return repeatedIn(property, value);
    return value === undefined || !HEADER_TOKEN.test(suffix)
      ? []
      : [[`Mcp-Param-${suffix}`, value]];
  });
}

/** Numbers are compared as such: `42.0` is 42. */
function isSame(header: string, value: unknown): boolean {
  if (typeof value === 'number') return DECIMAL.test(header) && Number(header) === value;
  return header === String(value);
}

function findArgumentMismatch(
  headers: HttpHeaders,
  params: unknown,
  schema: JsonSchema | undefined,
): Mismatch | undefined {
  const input = isRecord(params) ? params['arguments'] : undefined;
  for (const [name, value] of repeatedIn(schema, input)) {
    const header = headers.get(name);
    const decoded = header === null ? undefined : decode(header);
    if (decoded !== undefined && isSame(decoded, value)) continue;
    const fault = header === null ? 'is absent' : 'does not carry it';
    const body = `the body carries an argument that the ${name} header repeats, and that header ${fault}`;
    return { header: header ?? '(missing)', body };
  }
  return undefined;
}

function findMismatch(
  headers: HttpHeaders,
  { method, params, row }: RowRequest<RowFacts>,
): Mismatch | undefined {
  if (!headers.has('mcp-protocol-version')) {
    const body = `the body envelope names protocol version ${protocol.version} but the required MCP-Protocol-Version header is absent`;
    return { header: '(missing)', body };
  }
  if (!headers.has('mcp-method')) {
    const body = `the body names method ${toLine(method)} but the required Mcp-Method header is absent`;
    return { header: '(missing)', body };
  }
  return row && findNameMismatch(headers, row, params);
}

/**
 * Returns the fault of a request's headers. The classifier has already compared version and method with the body.
 *
 * @param schemaOf Returns the listed schema of a tool's arguments.
 */
export function findHeaderProblem(
  headers: HttpHeaders,
  request: RowRequest<RowFacts>,
  schemaOf: (toolName: string) => JsonSchema | undefined,
): HttpError | undefined {
  const { row, params } = request;
  const toolName = row?.subject === 'tool' ? nameOf(row, params) : undefined;
  const schema = toolName === undefined ? undefined : schemaOf(toolName);
  const mismatch = findMismatch(headers, request) ?? findArgumentMismatch(headers, params, schema);
  return (
    mismatch && {
      status: 400,
      code: JsonRpcCode.headerMismatch,
      message: `Bad Request: the request headers and body disagree: ${mismatch.body}`,
      data: { mismatch },
      id: request.id,
    }
  );
}
