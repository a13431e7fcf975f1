import { readEnding, toResultWords } from '../describe/read-ending.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toUnreadableError } from '../link/unreadable-payload.js';

import type { TaskReader } from './task-reader.js';

/**
 * Reads the value that a task's Workflow has returned, without any mapping.
 *
 * @throws {TaskError} `taskNotFound` and `taskExpired`, as for every read; `taskNotFound` also if there is no value
 * (yet); `misconfigured` if it cannot be read.
 */
export async function readReturned(
  { calls, reader }: { readonly calls: TemporalCalls; readonly reader: TaskReader },
  { taskId, owner }: { readonly taskId: string; readonly owner: string },
): Promise<unknown> {
  const { outcome, runId } = await reader.read(taskId, owner);
  if (!outcome) throw taskNotFound();
  const ending = await readEnding(calls, { taskId, runId });
  if (ending.kind === 'value') return ending.value;
  if (ending.kind === 'unreadable')
    throw toUnreadableError(toResultWords(taskId), ending.unreadable);
  throw taskNotFound();
}
