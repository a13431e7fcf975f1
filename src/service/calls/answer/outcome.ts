import type { Protocol } from '../../../core/task/protocol.js';
import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { TaskOutcome } from '../../../core/tool/tool-result.js';

/** Returns true if a task's status is final for the clients of a revision, also if its execution still runs. */
export function isTerminalTask(task: Task, protocol: Protocol): boolean {
  return isTerminal(protocol.toStatus(task));
}

/** The end of a task for the clients of a revision. A cancelled task has no result, even if its work succeeded. */
export function outcomeOf(task: Task, protocol: Protocol): TaskOutcome {
  const { outcome } = task;
  if (!outcome) return { kind: 'cancelled' };
  const isCancelled = protocol.toStatus(task) === 'cancelled';
  return isCancelled && outcome.kind !== 'cancelled' ? { kind: 'cancelled' } : outcome;
}
