/** Converts the wire format of 2026-07-28 into the methods' params. Errors tell the client the fault of `params`. */
import { isRecord } from '../../../core/value/is-record.js';
import {
  type BasicToolCall,
  invalidParams,
  type Params,
  parseBasicToolCall,
  parseParams,
  parseTaskIdParam,
} from '../../../core/value/request-params.js';

/** Maximum number of tasks in one subscription, since each task needs a long poll. */
const MAX_SUBSCRIBED_TASKS = 256;

/** A `tools/call`. Its `task` belongs to another revision and is ignored. */
export interface ToolCall extends BasicToolCall {
  /** Answers to the questions of an earlier reply, by key. A member `error` is removed, as in a {@link TaskUpdate}. */
  readonly inputResponses: Params;
  readonly requestState: string | undefined;
}

export interface TaskUpdate {
  readonly taskId: string;
  readonly inputResponses: Params;
}

/** @throws {TaskError} `invalidParams` with the name of the wrong member. */
export function parseToolCall(value: unknown): ToolCall {
  const params = parseParams(value);
  const { inputResponses = {}, requestState } = params;
  if (!isRecord(inputResponses)) throw invalidParams('"inputResponses" must be an object.');
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw invalidParams('"requestState" must be the string that the server gave.');
  }
  return {
    ...parseBasicToolCall(params),
    inputResponses: withoutErrors(inputResponses),
    requestState,
  };
}

/**
 * Parses the params of `tasks/update`. A member `error` of an answer is removed: only the server may write it, for a
 * client that cannot be asked.
 *
 * @throws {TaskError} `invalidParams` with the name of the wrong member.
 */
export function parseTaskUpdate(value: unknown): TaskUpdate {
  const taskId = parseTaskIdParam(value);
  const { inputResponses } = parseParams(value);
  if (!isRecord(inputResponses)) throw invalidParams('"inputResponses" must be an object.');
  return { taskId, inputResponses: withoutErrors(inputResponses) };
}

function withoutErrors(inputResponses: Params): Params {
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
 * Returns the task IDs of a `subscriptions/listen`, without duplicates; `undefined` if it names no tasks.
 *
 * @throws {TaskError} `invalidParams` if `taskIds` is not a list of IDs, or too long.
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
      `"notifications.taskIds" has ${taskIds.length} entries, more than the limit of ${MAX_SUBSCRIBED_TASKS}.`,
    );
  }
  return [...new Set(taskIds)];
}
