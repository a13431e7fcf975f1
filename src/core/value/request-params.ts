/** Parses the common params of requests in all generations. Errors name the wrong member. */
import { TaskError, TaskErrorCode } from '../errors.js';

import { CLIENT_LIMITS, limitText } from './client-limits.js';
import { isRecord } from './is-record.js';

/** This package's `_meta` key in a request: a repeated `tools/call` with the same value gives the same task. */
const IDEMPOTENCY_KEY_META_KEY = 'temporal-mcp-tasks/idempotency-key';

export type Params = Readonly<Record<string, unknown>>;

/** The common part of `tools/call` in all generations. */
export interface BasicToolCall {
  readonly name: string;
  readonly input: Params;
  readonly progressToken: string | number | undefined;
  readonly idempotencyKey: string | undefined;
}

export function invalidParams(message: string): TaskError {
  return new TaskError(TaskErrorCode.invalidParams, `Invalid params: ${message}`);
}

/** @throws {TaskError} `invalidParams` when they aren't an object. */
export function parseParams(params: unknown): Params {
  if (isRecord(params)) return params;
  throw invalidParams('"params" must be an object.');
}

function parseIdempotencyKey(meta: Params): string | undefined {
  const key = meta[IDEMPOTENCY_KEY_META_KEY];
  if (key === undefined) return undefined;
  const { most } = CLIENT_LIMITS.idempotencyKey;
  if (typeof key === 'string' && key !== '' && key.length <= most) return key;
  throw invalidParams(
    `"_meta.${IDEMPOTENCY_KEY_META_KEY}" must be a string of 1 to ${most} characters.`,
  );
}

/**
 * Checks the limits of `_meta`, which requests of all methods may have.
 *
 * @throws {TaskError} `invalidParams` with the value that is too large.
 */
export function checkMeta(params: unknown): void {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const progressToken = isRecord(meta) ? meta['progressToken'] : undefined;
  if (typeof progressToken === 'string') limitText('progressToken', progressToken);
}

/** @throws {TaskError} `invalidParams` with the name of the invalid member. */
export function parseBasicToolCall(params: Params): BasicToolCall {
  const { name, arguments: input = {}, _meta: meta = {} } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool.');
  if (!isRecord(input)) throw invalidParams('"arguments" must be an object.');
  if (!isRecord(meta)) throw invalidParams('"_meta" must be an object.');
  const { progressToken } = meta;
  return {
    name,
    input,
    progressToken:
      typeof progressToken === 'string' || typeof progressToken === 'number'
        ? progressToken
        : undefined,
    idempotencyKey: parseIdempotencyKey(meta),
  };
}

/** @throws {TaskError} `invalidParams` without one. */
export function parseTaskIdParam(params: unknown): string {
  const { taskId } = parseParams(params);
  if (typeof taskId !== 'string') throw invalidParams('"taskId" must be the ID of a task.');
  return taskId;
}

/** @throws {TaskError} `invalidParams` when it is not a string. */
export function parseUriParam(params: unknown): string {
  const { uri } = parseParams(params);
  if (typeof uri !== 'string') throw invalidParams('"uri" must be the URI of a resource.');
  return uri;
}
