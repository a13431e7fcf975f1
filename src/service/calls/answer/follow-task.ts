import { isTaskError, TaskErrorCode } from '../../../core/errors.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import { startDeadline } from '../../../core/value/deadline.js';
import { refuseQuestions } from '../../questions/refuse-questions.js';
import type { CallContext, CallRequest } from '../tool.js';

import { isTerminalTask } from './outcome.js';

/** Progress that only heartbeats show is looked for this often, while somebody waits who wants to see it. */
export const PROGRESS_REFRESH_MS = 1_000;

/** What ends a wait and says nothing of the task. */
const ENDS_OF_A_WAIT: readonly TaskErrorCode[] = [
  TaskErrorCode.aborted,
  TaskErrorCode.unavailable,
  TaskErrorCode.closing,
];

/** Which task is followed, for which call. */
export interface Followed {
  readonly tasks: Tasks;
  /** As last read. */
  readonly task: Task;
  readonly request: CallRequest;
  readonly context: CallContext;
}

/** Until when a task is followed, and what is done on the way. */
export interface FollowOptions {
  /** How long at most, in milliseconds. */
  readonly budgetMs: number;
  /** Which state will do, besides the end. */
  readonly isEnough: (task: Task) => boolean;
  /** Whether questions that the client cannot be asked are answered in its place. */
  readonly refuses: boolean;
}

/**
 * Waits for the end of a call's task, for a state of it that will do, or for as long as the client does. What the client
 * has to see on the way is brought to it.
 *
 * @returns The task as last read: the wait may be over without an end of it, also because Temporal cannot be reached.
 * @throws {TaskError} `aborted` when the client leaves.
 */
export async function followTask(
  { tasks, task: known, request, context }: Followed,
  { budgetMs, isEnough, refuses }: FollowOptions,
): Promise<Task> {
  const { caller, protocol, client, signal } = context;
  const budget = startDeadline(budgetMs, signal);
  let latest = known;
  const show = async (task: Task): Promise<void> => {
    latest = task;
    const isOpen = !isTerminalTask(task, protocol);
    const refusing = { tasks, owner: caller.owner, ...(refuses && { askable: caller.askable }) };
    await client.show(isOpen ? await refuseQuestions(task, refusing) : task);
  };
  try {
    return await tasks.waitFor(known.taskId, caller.owner, {
      signal: budget.signal,
      until: (task) => isTerminalTask(task, protocol) || isEnough(task),
      onReading: show,
      refreshMs: () => (request.progressToken === undefined ? undefined : PROGRESS_REFRESH_MS),
    });
  } catch (error) {
    // The task is there, whatever has become of the wait for it.
    const isWaitOver = isTaskError(error) && ENDS_OF_A_WAIT.includes(error.code);
    if (!isWaitOver || signal.aborted) throw error;
    return latest;
  } finally {
    budget.release();
  }
}
