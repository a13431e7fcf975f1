import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { TemporalTask } from '../read/to-task.js';

import type { TaskReader } from './task-reader.js';

/**
 * Reads the awaited task. Its tool-chosen ID may belong to another task by now. A client that waited for the end gets
 * it, even if the task has expired for other clients.
 */
export async function readAwaited(
  reader: Pick<TaskReader, 'read' | 'readEnd'>,
  { taskId, owner }: { readonly taskId: string; readonly owner: string },
  last: TemporalTask | undefined,
): Promise<TemporalTask> {
  try {
    const current = await reader.read(taskId, owner, { evenExpired: last !== undefined });
    if (last === undefined || current.createdAt === last.createdAt) return current;
  } catch (error) {
    const isGone = isTaskError(error) && error.code === TaskErrorCode.taskNotFound;
    if (!isGone || last?.runId === undefined) throw error;
  }
  return reader.readEnd(last, owner);
}
