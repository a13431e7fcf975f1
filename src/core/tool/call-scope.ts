import type { Scope } from '../mapping/expression.js';
import { toCallerRoot } from '../person/caller-root.js';
import type { Caller } from '../person/caller.js';

/**
 * What the arguments of a call can name.
 *
 * @param by The caller. Absent: unknown.
 * @param taskId The task that an action is for. Absent: the call makes a task.
 */
export function toCallScope(
  input: Readonly<Record<string, unknown>>,
  by: Caller | undefined,
  taskId?: string,
): Scope {
  return {
    input,
    caller: by && toCallerRoot(by),
    task: taskId === undefined ? undefined : { id: taskId },
  };
}
