import type { Tasks } from '../../../core/task/tasks.js';
import { isRecord } from '../../../core/value/is-record.js';
import { type QuestionAddress, QuestionStep } from '../question-id.js';

/** The parts of a client's response that show if it is about the client's own task. */
interface Response {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Returns true if the request was about the client's own task instead of the question itself. */
export function isAboutClientTask({ step }: QuestionAddress): boolean {
  return step !== QuestionStep.ask && step !== QuestionStep.offer && step !== QuestionStep.visit;
}

/** The ID of the client's own task, if the response has one (Schema › CreateTaskResult). */
function toClientTaskId({ result }: Response): string | undefined {
  const task = isRecord(result) ? result['task'] : undefined;
  const taskId = isRecord(task) ? task['taskId'] : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

/** Frees a question from a client's task, so that clients can be asked again. */
export async function forgetClientTask(
  { taskId, key, owner }: QuestionAddress,
  tasks: Tasks,
): Promise<void> {
  await tasks.send(taskId, owner, { kind: 'clientTask', key, clientTask: null });
}

/**
 * Handles a response about a client's own task that does not answer the question.
 *
 * @returns True if it was such a response. The result of the client's task is the answer, so it gives false.
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
  // A client that does not know another client's task has not refused the question. It can still be asked.
  await forgetClientTask(address, tasks);
  return true;
}
