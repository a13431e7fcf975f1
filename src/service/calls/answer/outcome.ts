import type { Protocol } from '../../../core/protocol.js';
import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { TaskOutcome } from '../../../core/tool/tool-result.js';

/** Whether a task's status is final for the clients of a revision, whatever its execution still does. */
export function isTerminalTask(task: Task, protocol: Protocol): boolean {
  return isTerminal(protocol.toStatus(task));
}

/** How a task has ended for the clients of a revision. A cancelled one has no result, whatever its work came to. */
export function outcomeOf(task: Task, protocol: Protocol): TaskOutcome {
  const isCancelled = protocol.toStatus(task) === 'cancelled';
  return isCancelled || !task.outcome ? { kind: 'cancelled' } : task.outcome;
}
