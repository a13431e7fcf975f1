import type { Protocol } from '../../../core/task/protocol.js';
import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { type TaskOutcome, toErrorResult } from '../../../core/tool/tool-result.js';
import { quote } from '../../../core/value/quote.js';
import type { CallOutcome } from '../call/tool.js';

/** Returns true if a task's status is final for the clients of a revision, also if its execution still runs. */
export function isTerminalTask(task: Task, protocol: Protocol): boolean {
  return isTerminal(protocol.toStatus(task));
}

/**
 * The end of a task for the clients of a revision. A cancelled task has no result, even if its work succeeded: its status
 * message says what is known of that.
 */
export function outcomeOf(task: Task, protocol: Protocol): TaskOutcome {
  const { outcome, statusMessage: reason } = task;
  if (!outcome) return { kind: 'cancelled' };
  const isCancelled = protocol.toStatus(task) === 'cancelled';
  return isCancelled && outcome.kind !== 'cancelled' ? { kind: 'cancelled', reason } : outcome;
}

/**
 * The end of work as the answer to a plain call. Work that somebody has cancelled or terminated is a tool error, which a
 * model reads: clients repeat a call with a protocol error, and would start the work again.
 */
export function toCallOutcome(outcome: TaskOutcome): CallOutcome {
  switch (outcome.kind) {
    case 'result':
      return outcome;
    case 'error':
      return outcome.byOperator ? toToolError(outcome.error.message) : outcome;
    case 'cancelled': {
      const { reason } = outcome;
      return toToolError(
        `The work was cancelled${reason === undefined ? '. It has no result' : `: ${quote(reason)}`}.`,
      );
    }
  }
}

function toToolError(message: string): CallOutcome {
  return { kind: 'result', result: toErrorResult(message) };
}
