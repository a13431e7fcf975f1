/**
 * The wire of 2025-11-25 → what the methods need. Own checks, because the SDK answers parameters of a wrong
 * type with an internal error; a client that sends them is to be told what is wrong.
 */
import { TaskError, TaskErrorCode } from '../../core/errors.js';

/** Extension of ours, in a request's `_meta`: makes a repeated `tools/call` give the same task. */
export const IDEMPOTENCY_KEY_META_KEY = 'temporal-mcp-tasks/idempotency-key';
/** Longer keys are refused: they are hashed, and nobody needs them. */
const MAX_IDEMPOTENCY_KEY_LENGTH = 256;

type Params = Readonly<Record<string, unknown>>;

/** What a `tools/call` asks for. */
export interface ToolCall {
  readonly name: string;
  readonly input: Params;
  /** Present when the call asks for a task. */
  readonly task: { readonly ttlMs?: number } | undefined;
  readonly progressToken: string | number | undefined;
  readonly idempotencyKey: string | undefined;
}

function invalidParams(message: string): TaskError {
  return new TaskError(TaskErrorCode.invalidParams, `Invalid params: ${message}`);
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseParams(params: unknown): Params {
  if (isObject(params)) return params;
  throw invalidParams('"params" must be an object.');
}

function parseTaskParameters(task: unknown): { ttlMs?: number } | undefined {
  if (task === undefined) return undefined;
  if (!isObject(task)) throw invalidParams('"task" must be an object, {} at least.');
  const { ttl } = task;
  if (ttl === undefined || ttl === null) return {};
  if (typeof ttl !== 'number' || !Number.isFinite(ttl) || ttl < 0) {
    throw invalidParams('"task.ttl" must be a number of milliseconds, not negative.');
  }
  return { ttlMs: ttl };
}

function parseIdempotencyKey(meta: Params): string | undefined {
  const key = meta[IDEMPOTENCY_KEY_META_KEY];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key !== '' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) return key;
  throw invalidParams(
    `"_meta.${IDEMPOTENCY_KEY_META_KEY}" must be a text of 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
  );
}

/**
 * Reads the params of `tools/call`.
 *
 * @throws {TaskError} `invalidParams` naming the member that is wrong.
 */
export function parseToolCall(value: unknown): ToolCall {
  const params = parseParams(value);
  const { name, arguments: input = {}, task, _meta: meta = {} } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool.');
  if (!isObject(input)) throw invalidParams('"arguments" must be an object.');
  if (!isObject(meta)) throw invalidParams('"_meta" must be an object.');
  const { progressToken } = meta;
  return {
    name,
    input,
    task: parseTaskParameters(task),
    progressToken:
      typeof progressToken === 'string' || typeof progressToken === 'number'
        ? progressToken
        : undefined,
    idempotencyKey: parseIdempotencyKey(meta),
  };
}

/**
 * The task a `tasks/get`, `tasks/result` or `tasks/cancel` is about. Related-task metadata is not looked at:
 * `params.taskId` alone counts (Associating Task-Related Messages).
 *
 * @throws {TaskError} `invalidParams` when there is none.
 */
export function parseTaskIdParam(value: unknown): string {
  const { taskId } = parseParams(value);
  if (typeof taskId !== 'string') throw invalidParams('"taskId" must be the ID of a task.');
  return taskId;
}

/**
 * Reads the params of `tasks/list`.
 *
 * @throws {TaskError} `invalidCursor` when the cursor is no text.
 */
export function parseCursorParam(value: unknown): string | undefined {
  const { cursor } = parseParams(value ?? {});
  if (cursor === undefined || typeof cursor === 'string') return cursor;
  throw new TaskError(TaskErrorCode.invalidCursor, 'Invalid params: "cursor" must be a text.');
}
