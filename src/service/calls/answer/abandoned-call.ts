import { isTaskError, TaskErrorCode } from '../../../core/errors.js';
import { type Exchange, isWithdrawn } from '../../../core/request/exchange.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { Repeats } from '../call/repeats.js';

import type { AnswerBudgets } from './answer-budget.js';
import { findHostLimit } from './host-limits.js';

export interface LeftCall {
  readonly tasks: Tasks;
  readonly repeats: Pick<Repeats, 'collected'>;
  readonly tool: ToolDefinition;
  readonly budgets: Pick<AnswerBudgets, 'times'>;
}

/**
 * Returns true if a call's work is useless once its client has left. A person's cancellation is deliberate. A
 * time-out, a closed stream and a dead connection say nothing of the work: hosts give up early and come back.
 */
function isUseless(
  exchange: Exchange,
  { tool: { cancel }, budgets: { times } }: LeftCall,
): boolean {
  const host = findHostLimit(times, exchange.client.name);
  const isDeliberate = isWithdrawn(exchange) && host?.hidesTimeOuts !== true;
  return isDeliberate ? cancel.onCallCancelled : cancel.onDisconnect;
}

/** Cancels the work of a call that its client has left, if no other caller can use it. */
export async function leaveCall(exchange: Exchange, taskId: string, call: LeftCall): Promise<void> {
  if (!isUseless(exchange, call)) return;
  // The same call may come before Temporal has recorded the stop.
  call.repeats.collected(taskId, false);
  try {
    await call.tasks.cancel(exchange, taskId, {
      protocol: exchange.protocol,
      reason: 'The client withdrew the call',
    });
  } catch (error) {
    const isOver =
      isTaskError(error) &&
      (error.code === TaskErrorCode.taskTerminal || error.code === TaskErrorCode.taskExpired);
    if (!isOver) throw error;
  }
}
