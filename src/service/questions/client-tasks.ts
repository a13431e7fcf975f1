import { type InputRequest, InputMethod } from '../../core/contract/input-request.js';
import type { ClientTaskSupport } from '../../core/request/exchange.js';
import type { Task } from '../../core/task/task.js';

/** Returns true if the client may answer the request by its own task. */
export function canHold(
  { method }: InputRequest,
  { samplingTask, elicitationTask }: ClientTaskSupport,
): boolean {
  return method === InputMethod.sample ? samplingTask : elicitationTask;
}

/**
 * Time to live for the client's task: the rest of our task's, or all of it again after a plain call has outlived it.
 */
export function clientTaskTtlMs({ createdAt, ttlMs }: Task): number {
  const remainingMs = Date.parse(createdAt) + ttlMs - Date.now();
  return remainingMs > 0 ? remainingMs : ttlMs;
}
