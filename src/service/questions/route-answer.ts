import { isTaskError, type TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Caller } from '../../core/person/caller.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { isRecord } from '../../core/value/is-record.js';

import {
  forgetClientTask,
  isAboutClientTask,
  takeClientTaskResponse,
} from './client-tasks/take-response.js';
import { type QuestionDesk, toQuestion } from './question-desk.js';
import { isQuestionId, openQuestionId, type QuestionAddress, QuestionStep } from './question-id.js';
import { isStartQuestionId } from './questions-before-start.js';

/** A client's response to a question. */
export interface Answer {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The outcome of an answer. */
export type RoutedAnswer =
  /**
   * No further action: Temporal has the answer, or it came too late, or it did not fit and the client is asked again.
   */
  | 'taken'
  /** This server did not give this ID to this owner. */
  | 'refused'
  /**
   * Temporal did not take the answer. The question stays open. If this process has its stream, the client is asked
   * again.
   */
  | 'unavailable';

export interface RouteAnswerDependencies {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly desk: QuestionDesk;
  readonly logger?: Logger | undefined;
  /** Maximum time to hold an answer that Temporal cannot take, in milliseconds. Default: 60,000. */
  readonly holdMs?: number;
}

/** Errors of a task that no longer needs an answer. */
const CAME_TOO_LATE: readonly TaskErrorCode[] = [
  TaskErrorCode.taskNotFound,
  TaskErrorCode.taskExpired,
  TaskErrorCode.taskTerminal,
];

/** Reads a response to a question of a task, or to one of a call before its start. The ID is not verified. */
export function readAnswer(message: unknown): Answer | undefined {
  if (!isRecord(message) || message['method'] !== undefined) return undefined;
  const { id, result, error } = message;
  return isQuestionId(id) || isStartQuestionId(id) ? { id, result, error } : undefined;
}

/** An error of the client also goes to the Workflow, as a cancelled answer. */
function toResponse({ result, error }: Answer): unknown {
  return error === undefined ? result : { action: 'cancel', error };
}

/** Delivers the answer in a response to the Workflow. */
async function handOn(
  address: QuestionAddress,
  { answer, from }: { readonly answer: Answer; readonly from: Caller },
  dependencies: RouteAnswerDependencies,
): Promise<void> {
  const { tasks, desk, logger, holdMs } = dependencies;
  const { taskId, key, step, session } = address;
  if (step === QuestionStep.visit) {
    // The person answers on the page, or another person answers.
    if (answer.error !== undefined) await desk.decline(toQuestion(taskId, key));
    await desk.respond(toQuestion(taskId, key), session);
    return;
  }
  if (step === QuestionStep.offer && answer.error !== undefined) {
    // Another client of the owner may know the task and can be asked.
    await desk.decline(toQuestion(taskId, key));
    return;
  }
  const isError = step === QuestionStep.ask && answer.error !== undefined;
  if (isError && (await desk.fail(toQuestion(taskId, key)))) return;
  // A repeated delivery counts once.
  const deliver = async (): Promise<void> => {
    if (await takeClientTaskResponse(address, answer, tasks)) return;
    await desk.respond(toQuestion(taskId, key), session);
    await tasks.answer(taskId, from, { [key]: toResponse(answer) });
  };
  const onHeld = (error: unknown): void => {
    logger?.warn({ err: error, taskId }, 'An answer is held until Temporal takes it');
  };
  await desk.held.hold(deliver, { answer: toResponse(answer), onHeld, holdMs });
}

/**
 * Requests an answer again that Temporal or the check did not take. Clients never send an answer twice, so it would be
 * lost. If the result of a client's task does not fit, the question itself is asked again.
 */
async function requestAgain(
  address: QuestionAddress,
  { code, message }: TaskError,
  { tasks, desk }: RouteAnswerDependencies,
): Promise<void> {
  const question = toQuestion(address.taskId, address.key);
  if (isAboutClientTask(address)) {
    if (code !== TaskErrorCode.invalidInput) return desk.fetchAgain(question);
    await forgetClientTask(address, tasks);
  }
  await desk.askAgain(question, message);
}

/**
 * Delivers the answer to a question to its Workflow, whichever process asked. `taken` means that no further action is
 * needed.
 */
export async function routeAnswer(
  answer: Answer,
  from: Caller,
  dependencies: RouteAnswerDependencies,
): Promise<RoutedAnswer> {
  const { sealer, desk, logger } = dependencies;
  const { owner } = from;
  if (isStartQuestionId(answer.id)) {
    const isAwaited = desk.beforeStart.answer(answer.id, owner, toResponse(answer));
    return isAwaited ? 'taken' : 'refused';
  }
  const address = await openQuestionId(sealer, answer.id);
  if (address?.owner !== owner) return 'refused';
  try {
    await handOn(address, { answer, from }, dependencies);
    return 'taken';
  } catch (error) {
    if (!isTaskError(error)) throw error;
    logger?.warn({ err: error, taskId: address.taskId }, 'An answer was not taken');
    if (CAME_TOO_LATE.includes(error.code)) return 'taken';
    await requestAgain(address, error, dependencies);
    return error.code === TaskErrorCode.invalidInput ? 'taken' : 'unavailable';
  }
}
