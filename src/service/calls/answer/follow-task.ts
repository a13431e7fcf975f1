import { hasCode, TaskErrorCode } from '../../../core/errors.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { startDeadline } from '../../../core/value/deadline.js';
import { refuseQuestions } from '../../questions/refuse-questions.js';
import type { CallRequest } from '../call/tool.js';

import { isTerminalTask } from './outcome.js';

/** Interval of reads for progress by heartbeats, while a client waits for it. */
export const PROGRESS_REFRESH_MS = 1_000;

/** Errors that end a wait and say nothing about the task. */
const ENDS_OF_A_WAIT: readonly TaskErrorCode[] = [
  TaskErrorCode.aborted,
  TaskErrorCode.unavailable,
  TaskErrorCode.closing,
];

export interface FollowOptions extends Pick<CallRequest, 'progressToken'> {
  readonly budgetMs: number;
  /** Returns true for a state that ends the wait. */
  readonly isEnough: (task: Task) => boolean;
  /** The server refuses questions that this client cannot be asked. */
  readonly refuses: boolean;
}

/**
 * Waits until the call's task ends, a state ends the wait, or the time is over. During the wait, the client gets
 * questions and progress.
 *
 * @returns The task at its last reading. It may still run, also because Temporal cannot be reached.
 * @throws {TaskError} `aborted` when the client leaves.
 */
export async function followTask(
  tasks: Tasks,
  exchange: Exchange,
  task: Task,
  { progressToken, budgetMs, isEnough, refuses }: FollowOptions,
): Promise<Task> {
  const { protocol, client, signal, givenUp } = exchange;
  const budget = startDeadline(budgetMs, signal);
  const endsAtMs = Date.now() + budgetMs;
  givenUp?.signal.addEventListener('abort', budget.end, { once: true });
  let latest = task;
  const isOver = (reading: Task): boolean => isTerminalTask(reading, protocol);
  const show = async (reading: Task): Promise<void> => {
    latest = reading;
    const askable = refuses ? client.askable : undefined;
    const answerable = isOver(reading)
      ? reading
      : await refuseQuestions(exchange, reading, tasks, { askable });
    await exchange.show(answerable, isEnough(reading) ? Date.now() : endsAtMs);
  };
  try {
    return await tasks.waitFor(exchange, task.taskId, {
      signal: budget.signal,
      until: (reading) => isOver(reading) || isEnough(reading),
      onReading: show,
      refreshMs: () => (progressToken === undefined ? undefined : PROGRESS_REFRESH_MS),
    });
  } catch (error) {
    // The task continues after any end of the wait.
    const isWaitOver = hasCode(error, ...ENDS_OF_A_WAIT);
    if (!isWaitOver || signal.aborted) throw error;
    return latest;
  } finally {
    givenUp?.signal.removeEventListener('abort', budget.end);
    budget.release();
  }
}
