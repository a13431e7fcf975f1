import { isTaskError, type TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Owner, Tasks } from '../../core/tasks.js';

import { isStartQuestionId, startQuestionsOf } from './ask-before-start.js';
import { deliveriesOf, toQuestion } from './deliveries.js';
import {
  type InputAddress,
  InputStep,
  isInputRequestId,
  openInputRequestId,
} from './input-request-id.js';

/** What became of a message from a client. */
export type RoutedAnswer =
  /** It is no answer to a question of a task. */
  | 'notAnAnswer'
  /** It needs no further attention: Temporal has it, or it came too late, or it did not fit and will be asked for again. */
  | 'taken'
  /** Its ID is not one that this server gave to this owner. */
  | 'refused'
  /** Temporal did not take it; the question stays open, and is asked again on its stream if that is one of this process. */
  | 'unavailable';

/** What routing needs. */
export interface RouteAnswerDependencies {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly logger?: Logger | undefined;
}

/** There is nobody any more to whom the answer could matter. */
const CAME_TOO_LATE: readonly TaskErrorCode[] = [
  TaskErrorCode.taskNotFound,
  TaskErrorCode.taskExpired,
  TaskErrorCode.taskTerminal,
];

interface ResponseMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** An answer that the client could not give is one too: the Workflow has to learn of it. */
function toResponse({ result, error }: ResponseMessage): unknown {
  return error === undefined ? result : { action: 'cancel', error };
}

/** The ID of the task that the client has made of the question, where that is what it answers (Schema › CreateTaskResult). */
function toClientTaskId({ result }: ResponseMessage): string | undefined {
  const { task } = (result ?? {}) as { task?: { taskId?: unknown } | null };
  return typeof task?.taskId === 'string' ? task.taskId : undefined;
}

function isQuestion(step: InputStep): boolean {
  return step === InputStep.ask || step === InputStep.offer;
}

/** Brings the Workflow what a response says, as far as it says anything. */
async function handOn(
  { taskId, key, owner, step, session }: InputAddress,
  answer: ResponseMessage,
  tasks: Tasks,
): Promise<void> {
  if (step === InputStep.cancel) return;
  if (step === InputStep.offer && answer.error !== undefined) {
    // Another client of the owner may know the task, and may yet be asked.
    deliveriesOf(tasks).decline(toQuestion(taskId, key));
    return;
  }
  const clientTaskId = isQuestion(step) ? toClientTaskId(answer) : undefined;
  if (clientTaskId !== undefined) {
    const clientTask = { taskId: clientTaskId, session };
    await tasks.keepClientTask(taskId, owner, { key, clientTask });
  } else if (step === InputStep.fetchForeign && answer.error !== undefined) {
    // A client that does not know another one's task has not failed to answer: it has not been asked yet.
    await tasks.keepClientTask(taskId, owner, { key, clientTask: null });
  } else {
    if (!isQuestion(step)) deliveriesOf(tasks).settle(toQuestion(taskId, key));
    await tasks.answer(taskId, owner, { [key]: toResponse(answer) });
  }
}

/**
 * Requests once more what was not taken, since clients do not send an answer twice, not even when they are told to:
 * it would be lost with the question open. Of a client's task with a result that does not fit, nothing better can come.
 */
async function requestAgain(
  { taskId, key, owner, step, session }: InputAddress,
  { code, message }: TaskError,
  tasks: Tasks,
): Promise<void> {
  const question = toQuestion(taskId, key);
  if (!isQuestion(step) && code !== TaskErrorCode.invalidInput) {
    await deliveriesOf(tasks).fetchAgain(question, session);
    return;
  }
  if (!isQuestion(step)) await tasks.keepClientTask(taskId, owner, { key, clientTask: null });
  await deliveriesOf(tasks).askAgain(question, session, message);
}

/** Whether a message is, or claims to be, the answer to a question of a task, or of a call before it starts. */
export function isAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { id, method } = message as ResponseMessage;
  return method === undefined && (isInputRequestId(id) || isStartQuestionId(id));
}

/**
 * Brings the answer to a question to the Workflow that asked, whichever process asked it for the Workflow. To be
 * called with every message of a client before the SDK sees it; when it resolves with `taken`, Temporal has it.
 */
export async function routeAnswer(
  message: unknown,
  owner: Owner,
  { tasks, sealer, logger }: RouteAnswerDependencies,
): Promise<RoutedAnswer> {
  if (!isAnswer(message)) return 'notAnAnswer';
  const answer = message as ResponseMessage;
  if (isStartQuestionId(answer.id)) {
    const isAwaited = startQuestionsOf(tasks).answer(answer.id, owner, toResponse(answer));
    return isAwaited ? 'taken' : 'refused';
  }
  const address = await openInputRequestId(sealer, answer.id as string);
  if (address?.owner !== owner) return 'refused';
  try {
    await handOn(address, answer, tasks);
    return 'taken';
  } catch (error) {
    if (!isTaskError(error)) throw error;
    logger?.warn({ err: error, taskId: address.taskId }, 'An answer was not taken');
    if (CAME_TOO_LATE.includes(error.code)) return 'taken';
    await requestAgain(address, error, tasks);
    return error.code === TaskErrorCode.invalidInput ? 'taken' : 'unavailable';
  }
}
