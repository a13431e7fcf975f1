/** The wire of 2026-07-28 → what the methods need. What is wrong with `params` is told to the client in words. */
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';

/** Extension of ours, in a request's `_meta`: makes a repeated `tools/call` give the same task. */
export const IDEMPOTENCY_KEY_META_KEY = 'temporal-mcp-tasks/idempotency-key';
/** Longer keys are refused: they are hashed, and nobody needs them. */
const MAX_IDEMPOTENCY_KEY_LENGTH = 256;
/** More tasks than this in one subscription are refused: each is one long poll. */
const MAX_SUBSCRIBED_TASKS = 256;

type Params = Readonly<Record<string, unknown>>;

/** What a `tools/call` asks for. A `task` in it is of 2025-11-25 and not looked at. */
export interface ToolCall {
  readonly name: string;
  readonly input: Params;
  readonly progressToken: string | number | undefined;
  readonly idempotencyKey: string | undefined;
  /** Answers to what an earlier reply asked for, by key. */
  readonly inputResponses: Params;
  /** As that reply gave it. */
  readonly requestState: string | undefined;
}

/** What a `tasks/update` brings. */
export interface TaskUpdate {
  readonly taskId: string;
  readonly inputResponses: Params;
}

function invalidParams(message: string): TaskError {
  return new TaskError(TaskErrorCode.invalidParams, `Invalid params: ${message}`);
}

function parseParams(params: unknown): Params {
  if (isRecord(params)) return params;
  throw invalidParams('"params" must be an object.');
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
  const { name, arguments: input = {}, _meta: meta = {}, inputResponses = {} } = params;
  const { requestState } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool.');
  if (!isRecord(input)) throw invalidParams('"arguments" must be an object.');
  if (!isRecord(meta)) throw invalidParams('"_meta" must be an object.');
  if (!isRecord(inputResponses)) throw invalidParams('"inputResponses" must be an object.');
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw invalidParams('"requestState" must be the text that the server gave.');
  }
  const { progressToken } = meta;
  return {
    name,
    input,
    progressToken:
      typeof progressToken === 'string' || typeof progressToken === 'number'
        ? progressToken
        : undefined,
    idempotencyKey: parseIdempotencyKey(meta),
    inputResponses,
    requestState,
  };
}

/**
 * The task a `tasks/get` or `tasks/cancel` is about.
 *
 * @throws {TaskError} `invalidParams` when there is none.
 */
export function parseTaskIdParam(value: unknown): string {
  const { taskId } = parseParams(value);
  if (typeof taskId !== 'string') throw invalidParams('"taskId" must be the ID of a task.');
  return taskId;
}

/**
 * Reads the params of `tasks/update`. An `error` in an answer is left out: it is what the server itself says of a
 * client that cannot be asked.
 *
 * @throws {TaskError} `invalidParams` naming the member that is wrong.
 */
export function parseTaskUpdate(value: unknown): TaskUpdate {
  const taskId = parseTaskIdParam(value);
  const { inputResponses } = parseParams(value);
  if (!isRecord(inputResponses)) throw invalidParams('"inputResponses" must be an object.');
  return { taskId, inputResponses: withoutErrors(inputResponses) };
}

/** Answers as a client may give them. */
export function withoutErrors(inputResponses: Params): Params {
  return Object.fromEntries(
    Object.entries(inputResponses).map(([key, response]) => {
      if (!isRecord(response)) return [key, response];
      return [
        key,
        Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'error')),
      ];
    }),
  );
}

/**
 * The tasks that a `subscriptions/listen` is about, each once; `undefined` when it is about none at all.
 *
 * @throws {TaskError} `invalidParams` when `taskIds` is no list of IDs, or too long a one.
 */
export function parseSubscribedTaskIds(value: unknown): string[] | undefined {
  const notifications = isRecord(value) ? value['notifications'] : undefined;
  const taskIds = isRecord(notifications) ? notifications['taskIds'] : undefined;
  if (taskIds === undefined) return undefined;
  if (!Array.isArray(taskIds) || !taskIds.every((id) => typeof id === 'string')) {
    throw invalidParams('"notifications.taskIds" must be a list of task IDs.');
  }
  if (taskIds.length > MAX_SUBSCRIBED_TASKS) {
    throw invalidParams(
      `"notifications.taskIds" has ${taskIds.length} entries; at most ${MAX_SUBSCRIBED_TASKS} are taken.`,
    );
  }
  return [...new Set(taskIds)];
}
