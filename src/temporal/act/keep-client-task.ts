import { CLIENT_TASK_SIGNAL, type ClientTaskSignalPayload } from '../../core/contract/contract.js';
import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import { isForClients } from '../../core/question/question.js';
import type { KeptClientTask } from '../../core/task/task-message.js';
import { CLIENT_LIMITS } from '../../core/value/client-limits.js';
import { signalWorkflow } from '../link/signal-workflow.js';

import type { AnswerDependencies } from './answer-task.js';

/** Signals to a Workflow the task that a client has created for one of its questions. */
export async function keepClientTask(
  { calls, reader, watcher }: AnswerDependencies,
  { taskId, owner }: { readonly taskId: string; readonly owner: string },
  { key, clientTask }: KeptClientTask,
): Promise<void> {
  const { questions } = await reader.read(taskId, owner);
  const question = questions.filter(isForClients).find((open) => open.key === key);
  if (!question) return;
  if (question.takesClientTask !== true) {
    throw new TaskError(
      TaskErrorCode.invalidInput,
      `The question ${key} cannot be answered by a task: answer it plainly. It stays open.`,
    );
  }
  if ((clientTask?.taskId.length ?? 0) > CLIENT_LIMITS.clientTaskId.most) {
    throw new TaskError(
      TaskErrorCode.invalidInput,
      `The ID of the task that is to answer ${key} is longer than ${CLIENT_LIMITS.clientTaskId.most} characters. The question stays open.`,
    );
  }
  const payload: ClientTaskSignalPayload = { [key]: clientTask };
  try {
    const message = { workflowId: taskId, name: CLIENT_TASK_SIGNAL, arguments: [payload] };
    await signalWorkflow(calls, message);
  } catch (error) {
    // The task has ended meanwhile and needs no client task.
    if (!(isTaskError(error) && error.code === TaskErrorCode.taskNotFound)) throw error;
  }
  watcher.notify(taskId);
}
