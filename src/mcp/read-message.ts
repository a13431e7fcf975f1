/**
 * Reads a message of any client, before a generation does: what lenient clients mean, and the first member that nobody
 * can read.
 */
import { isRecord } from '../core/value/is-record.js';
import { readMeantValue } from '../core/value/meant-value.js';
import { withoutUndefined } from '../core/value/members.js';
import { withoutNullMembers } from '../core/value/without-nulls.js';

import { type ErrorReply, refuseParams, refuseRequest } from './malformed-message.js';

type Members = Readonly<Record<string, unknown>>;

/** A message, or the answer to one that cannot be read. */
export type MessageReading =
  | { readonly message: object; readonly refusal?: undefined }
  | { readonly refusal: ErrorReply; readonly message?: undefined };

/** Members of params with the protocol's own members. The others hold data of a tool or a person. */
const OF_PROTOCOL = ['_meta', 'capabilities', 'clientInfo', 'task', 'notifications'];
/** Members of params that are objects. */
const OBJECTS = [...OF_PROTOCOL, 'arguments', 'inputResponses'];
/** A list has no meaning in capabilities, at any depth. */
const CAPABILITIES = ['capabilities', 'io.modelcontextprotocol/clientCapabilities'];
const NOTIFICATION = 'notifications/';
const TOKEN = `a string, or a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}. Send it as a string`;

/** The object that a value means; the value itself if it means none. */
function takeObject(value: unknown): unknown {
  return readMeantValue(value, ['object'])?.value ?? value;
}

function takeObjectsWithin(value: unknown): unknown {
  const taken = Array.isArray(value) ? takeObject(value) : value;
  if (!isRecord(taken)) return taken;
  return Object.fromEntries(
    Object.entries(taken).map(([name, member]) => [name, takeObjectsWithin(member)]),
  );
}

function takeCapabilities(name: string, value: unknown): unknown {
  if (CAPABILITIES.includes(name)) return takeObjectsWithin(value);
  if (name !== '_meta' || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      CAPABILITIES.includes(key) ? takeObjectsWithin(member) : member,
    ]),
  );
}

/** Some clients write `null` for an optional member that they leave out. Data stays as it is. */
function takeMembers(value: unknown): unknown {
  const object = takeObject(value);
  if (!isRecord(object)) return object;
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => {
      if (member === null) return [];
      const taken = OBJECTS.includes(name) ? takeObject(member) : member;
      const kept = OF_PROTOCOL.includes(name) ? withoutNullMembers(taken) : taken;
      return [[name, takeCapabilities(name, kept)]];
    }),
  );
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null));
}

/** Returns true for a number that no client and server rounds, so that an answer fits its request. */
function isToken(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The answer to the first member at fault, in the order of a message: envelope, ID, params. */
function findFault(
  written: Members,
  { method, params, result, error, id }: Members,
): ErrorReply | undefined {
  const must = (member: string, what: string): ErrorReply =>
    refuseRequest(written['id'], `"${member}" must be ${what}.`);
  if (written['jsonrpc'] !== '2.0') return must('jsonrpc', '"2.0"');
  if (method !== undefined && typeof method !== 'string') return must('method', 'a string');
  if (method === undefined && result === undefined && error === undefined) {
    return must('method', 'a string, or there must be a "result" or an "error"');
  }
  if (id !== undefined && !isToken(id)) return must('id', TOKEN);
  if (id === undefined && result !== undefined && method === undefined) {
    return must('id', 'the ID of the request that this answers');
  }
  if (error !== undefined && !isRecord(error)) return must('error', 'an object');
  if (result !== undefined && !isRecord(result)) return must('result', 'an object');
  return method === undefined ? undefined : findFaultOfParams(written['id'], params);
}

function findFaultOfParams(id: unknown, params: unknown): ErrorReply | undefined {
  if (params === undefined) return undefined;
  if (!isRecord(params)) return refuseParams(id, '"params" must be an object.');
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isRecord(meta)) return refuseParams(id, '"_meta" must be an object.');
  const { progressToken } = meta;
  return progressToken === undefined || isToken(progressToken)
    ? undefined
    : refuseParams(id, `"_meta.progressToken" must be ${TOKEN}.`);
}

/**
 * Reads parsed JSON as a message of MCP. Unknown members of the message are ignored, `null` counts as left out, and `[]`
 * or a JSON text as the object that is due.
 */
export function readForeignMessage(written: unknown): MessageReading {
  if (!isRecord(written)) {
    return { refusal: refuseRequest(undefined, 'this is not a JSON-RPC 2.0 message of MCP.') };
  }
  const { jsonrpc, method, params, id, result, error } = withoutNulls(written);
  const isRequest = typeof method === 'string' && !method.startsWith(NOTIFICATION);
  // Nobody could answer such a request: an ID of `null` is that of an unreadable one.
  const givenId = isRequest ? written['id'] : id;
  const message = {
    jsonrpc,
    id: givenId,
    method,
    params: method === undefined ? undefined : takeMembers(params),
    result: method === undefined ? takeMembers(result) : undefined,
    error: method === undefined ? error : undefined,
  };
  const refusal = findFault(written, message);
  return refusal ? { refusal } : { message: withoutUndefined(message) };
}
