/**
 * Converts the wire format of 2025-11-25 into the methods' params. It has its own checks, which name the fault. The SDK
 * would answer parameters of a wrong type with an internal error.
 */
import { TaskError, TaskErrorCode } from '../../../core/errors.js';
import { isRecord } from '../../../core/value/is-record.js';
import {
  invalidParams,
  parseBasicToolCall,
  parseParams,
} from '../../../core/value/request-params.js';
import type { CallRequest } from '../../../service/calls/call/tool.js';

function parseTaskParameters(task: unknown): { ttlMs?: number | undefined } | undefined {
  if (task === undefined) return undefined;
  if (!isRecord(task)) throw invalidParams('"task" must be an object, such as {}.');
  const { ttl } = task;
  if (ttl === undefined || ttl === null) return {};
  if (typeof ttl !== 'number' || !Number.isFinite(ttl) || ttl < 0) {
    throw invalidParams('"task.ttl" must be a number of milliseconds, not negative.');
  }
  return { ttlMs: ttl };
}

/**
 * @param withTasks The caller's revision has tasks. Otherwise, `task` is ignored.
 * @throws {TaskError} `invalidParams` with the name of the wrong member.
 */
export function parseToolCall(value: unknown, withTasks: boolean): CallRequest {
  const params = parseParams(value);
  const call = parseBasicToolCall(params);
  if (!withTasks) return { ...call, stance: 'knowsNone' };
  const task = parseTaskParameters(params['task']);
  return task ? { ...call, ...task, stance: 'asksFor' } : { ...call, stance: 'declines' };
}

/** @throws {TaskError} `invalidCursor` if the cursor is not a text. */
export function parseCursorParam(value: unknown): string | undefined {
  const { cursor } = parseParams(value ?? {});
  if (cursor === undefined || typeof cursor === 'string') return cursor;
  throw new TaskError(TaskErrorCode.invalidCursor, 'Invalid params: "cursor" must be a string.');
}
