import type { Tasks } from '../../../core/task/tasks.js';
import { isRecord } from '../../../core/value/is-record.js';
import { type QuestionAddress, QuestionStep } from '../question-id.js';

/** The part of a client's response that says whether it is about a task of its own. */
interface Response {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Returns true if the request was about the client's own task, rather than the question itself. */
export function isAboutClientTask({ step }: QuestionAddress): boolean {
  return step !== QuestionStep.ask && step !== QuestionStep.offer && step !== QuestionStep.visit;
}

/** The ID of the client's own task, if the response has one (Schema › CreateTaskResult). */
function toClientTaskId({ result }: Response): string | undefined {
  const task = isRecord(result) ? result['task'] : undefined;
  const taskId = isRecord(task) ? task['taskId'] : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

/** Lets a question be asked anew that a client's task holds. */
export async function forgetClientTask(
  { taskId, key, owner }: QuestionAddress,
  tasks: Tasks,
): Promise<void> {
  await tasks.send(taskId, owner, { kind: 'clientTask', key, clientTask: null });
}

/**
 * Takes a response that says something of a task of the client's, and nothing that could answer the question.
 *
 * @returns Whether it was one. The result of the client's task is none: it is the answer.
 */
export async function takeClientTaskResponse(
  address: QuestionAddress,
  response: Response,
  tasks: Tasks,
): Promise<boolean> {
  const { taskId, key, owner, session, step } = address;
  if (!isAboutClientTask(address)) {
    const clientTaskId = toClientTaskId(response);
    if (clientTaskId === undefined) return false;
    const clientTask = { taskId: clientTaskId, session };
    await tasks.send(taskId, owner, { kind: 'clientTask', key, clientTask });
    return true;
  }
  if (step === QuestionStep.cancel) return true;
  if (step !== QuestionStep.fetchForeign || response.error === undefined) return false;
  // A client that does not know another one's task has not failed to answer: it has not been asked yet.
  await forgetClientTask(address, tasks);
  return true;
}
