import { startDeadline } from '../core/deadline.js';
import { isTaskError, TaskErrorCode } from '../core/errors.js';
import type { Task } from '../core/task.js';
import type { Tasks } from '../core/tasks.js';
import { refuseQuestions } from '../questions/refuse-questions.js';

import { hasEnded } from './outcome.js';
import type { CallContext, CallRequest } from './tool.js';

/** Progress that only heartbeats show is looked for this often, while somebody waits who wants to see it. */
export const PROGRESS_REFRESH_MS = 1_000;

/** Which task is followed, for which call. */
export interface Followed {
  readonly tasks: Tasks;
  readonly taskId: string;
  readonly request: CallRequest;
  readonly context: CallContext;
}

function refreshMsOf({ progressToken }: CallRequest): () => number | undefined {
  return () => (progressToken === undefined ? undefined : PROGRESS_REFRESH_MS);
}

/**
 * Waits for the end of a call's task, or until a state of it will do. What the client has to see on the way is brought
 * to it, and questions that it cannot be asked are answered in its place.
 */
export async function followTask(
  { tasks, taskId, request, context }: Followed,
  isEnough: (task: Task) => boolean,
): Promise<Task> {
  const { caller, protocol, client, signal } = context;
  return tasks.waitFor(taskId, caller.owner, {
    signal,
    until: (task) => hasEnded(task, protocol) || isEnough(task),
    outlastsTtl: true,
    onReading: async (task) => {
      const isOver = hasEnded(task, protocol);
      await client.show(isOver ? task : await refuseQuestions(task, { tasks, ...caller }));
    },
    refreshMs: refreshMsOf(request),
  });
}

/**
 * Gives a task a while to end. Its questions end the wait too: whoever knows of the task is to answer them.
 *
 * @returns The task as last read: the wait may be over without an end of it, also because Temporal cannot be reached.
 */
export async function followTaskWithin(
  { tasks, request, context }: Omit<Followed, 'taskId'>,
  { created, budgetMs }: { readonly created: Task; readonly budgetMs: number },
): Promise<Task> {
  const { caller, protocol, client, signal } = context;
  const budget = startDeadline(budgetMs, signal);
  let latest = created;
  try {
    return await tasks.waitFor(created.taskId, caller.owner, {
      signal: budget.signal,
      until: (task) => hasEnded(task, protocol) || task.inputRequests !== undefined,
      onReading: async (task) => {
        latest = task;
        await client.show(task);
      },
      refreshMs: refreshMsOf(request),
    });
  } catch (error) {
    // The task is there, whatever has become of the wait for it.
    const isWaitOver =
      isTaskError(error) &&
      (error.code === TaskErrorCode.aborted || error.code === TaskErrorCode.unavailable);
    if (!isWaitOver || signal.aborted) throw error;
    return latest;
  } finally {
    budget.release();
  }
}
