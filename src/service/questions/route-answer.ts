import { hasCode, isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Caller } from '../../core/person/caller.js';
import { GIVEN_UP } from '../../core/question/given-up-questions.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { asOwner, type Owner } from '../../core/task/viewer.js';
import { isRecord } from '../../core/value/is-record.js';
import { onlyString } from '../../core/value/only-string.js';
import { toLine } from '../../core/value/quote.js';

import type { QuestionDesk } from './question-desk.js';
import { isQuestionId, openQuestionId, type QuestionAddress, QuestionStep } from './question-id.js';
import { isStartQuestionId } from './questions-before-start.js';

export interface Answer {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type RoutedAnswer =
  /**
   * No further action: Temporal has the answer, or it came too late, or it did not fit and the client is asked again.
   */
  | 'taken'
  /** This server did not give this ID to this owner. */
  | 'refused'
  /**
   * The answer does not count, since another text is asked by now. If this process has its stream, the client is asked
   * again.
   */
  | 'changed'
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
  /** The name of the client that answers. Absent: unknown. */
  readonly clientName?: string | undefined;
}

/** Time for which the server tries to deliver an answer. A restart or failover of the Temporal Service takes less. */
const HOLD_MS = 60_000;
const PAUSE_MS = 500;
/** Limit for a client's words in the log, in characters. */
const MAX_REASON_LENGTH = 200;

/** Errors of a task that no longer needs an answer, or takes none: its client is not asked again. */
const CAME_TOO_LATE: readonly TaskErrorCode[] = [
  TaskErrorCode.taskNotFound,
  TaskErrorCode.taskExpired,
  TaskErrorCode.taskTerminal,
  TaskErrorCode.full,
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

/** The ID of the client's own task, if the response has one (Schema › CreateTaskResult). */
function toClientTaskId({ result }: Answer): string | undefined {
  const task = isRecord(result) ? result['task'] : undefined;
  const taskId = isRecord(task) ? task['taskId'] : undefined;
  return onlyString(taskId);
}

function isFetch({ step }: QuestionAddress): boolean {
  return step === QuestionStep.fetch || step === QuestionStep.fetchForeign;
}

/** Tells the Workflow which client's task will answer; `null` frees the question, so that clients can be asked again. */
async function keepClientTask(
  { taskId, key, owner, session }: QuestionAddress,
  clientTaskId: string | null,
  tasks: Tasks,
): Promise<void> {
  const clientTask = clientTaskId === null ? null : { taskId: clientTaskId, session };
  await tasks.send(asOwner({ owner }), taskId, { kind: 'clientTask', key, clientTask });
}

type Delivery = Extract<RoutedAnswer, 'taken' | 'changed'>;

/** Delivers the answer in a response to the Workflow, or keeps the client's task whose result will be the answer. */
async function deliver(
  address: QuestionAddress,
  { answer, from }: { readonly answer: Answer; readonly from: Owner },
  tasks: Tasks,
): Promise<Delivery> {
  const clientTaskId = isFetch(address) ? undefined : toClientTaskId(answer);
  if (clientTaskId !== undefined) {
    await keepClientTask(address, clientTaskId, tasks);
    return 'taken';
  }
  // A client that does not know another client's task has not refused the question. It can still be asked.
  const isUnknown = address.step === QuestionStep.fetchForeign && answer.error !== undefined;
  if (isUnknown) {
    await keepClientTask(address, null, tasks);
    return 'taken';
  }
  const { taskId, key, version } = address;
  const versions = version === undefined ? undefined : { [key]: version };
  // A client that answers by a task of its own was asked earlier.
  const { askedAtMs } = isFetch(address) ? {} : address;
  const afterMs = askedAtMs === undefined ? undefined : Date.now() - askedAtMs;
  const options = { versions, afterMs };
  const { changed = [] } = await tasks.answer(from, taskId, { [key]: toResponse(answer) }, options);
  return changed.includes(key) ? 'changed' : 'taken';
}

/**
 * Clients never send an answer twice. So in an outage of Temporal, the server tries again while the client waits for
 * the acknowledgement. A repeated delivery counts once.
 */
async function persist<T>(act: () => Promise<T>, onOutage: (error: unknown) => void): Promise<T> {
  const untilMs = Date.now() + HOLD_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await act();
    } catch (error) {
      const isOutage = hasCode(error, TaskErrorCode.unavailable);
      if (!isOutage || Date.now() >= untilMs) throw error;
      if (isFirst) onOutage(error);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function take(
  address: QuestionAddress,
  response: { readonly answer: Answer; readonly from: Owner },
  dependencies: RouteAnswerDependencies,
): Promise<Delivery> {
  const { desk } = dependencies;
  const { step, callEndsAtMs = Number.POSITIVE_INFINITY } = address;
  const { id, error, result } = response.answer;
  // A host closes the forms of a call that has its answer, without the user.
  const hasOutlivedItsCall = Date.now() >= callEndsAtMs || desk.hasOutlivedItsCall(address, id);
  if (isRecord(result) && result['action'] === 'cancel' && hasOutlivedItsCall) {
    await desk.closeForm(address, id);
    return 'taken';
  }
  try {
    return await takeResponse(address, response, dependencies);
  } finally {
    // The user of a visit may still answer on the page.
    if (step !== QuestionStep.visit || error !== undefined) desk.forgetForm(address, id);
  }
}

/** Takes a response that counts. */
async function takeResponse(
  address: QuestionAddress,
  response: { readonly answer: Answer; readonly from: Owner },
  { tasks, desk, logger }: RouteAnswerDependencies,
): Promise<Delivery> {
  const { taskId, key, step, session } = address;
  const { id, error } = response.answer;
  const questions = desk.find(session, taskId);
  questions?.respond(key, id);
  const isError = error !== undefined;
  if (step === QuestionStep.visit) {
    // The user answers on the page, or another person answers.
    if (isError) await questions?.fail(key);
    return 'taken';
  }
  const isFailure = step === QuestionStep.ask && isError;
  if (isFailure && (!questions || (await questions.fail(key)))) return 'taken';
  const delivery = await persist(
    async () => deliver(address, response, tasks),
    (err) => logger?.warn({ err, taskId }, 'An answer is held until Temporal takes it'),
  );
  if (delivery === 'changed') questions?.askAnew(key);
  return delivery;
}

/** A client that fails to ask, over a form that it cannot show for example, is a finding for the operator. */
function logError(
  { error }: Answer,
  { logger, clientName }: Pick<RouteAnswerDependencies, 'logger' | 'clientName'>,
  { taskId, key }: Partial<Pick<QuestionAddress, 'taskId' | 'key'>> = {},
): void {
  if (error === undefined) return;
  const { code, message } = isRecord(error) ? error : {};
  const reason = typeof message === 'string' ? toLine(message, MAX_REASON_LENGTH) : undefined;
  logger?.warn(
    { taskId, key, clientName, code: typeof code === 'number' ? code : undefined, reason },
    'A client answered a question with an error',
  );
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
  const { tasks, sealer, desk, logger, clientName } = dependencies;
  const { owner } = from;
  if (isStartQuestionId(answer.id)) {
    const isAwaited = desk.beforeStart.answer(answer.id, owner, toResponse(answer));
    if (isAwaited) logError(answer, dependencies);
    return isAwaited ? 'taken' : 'refused';
  }
  const address = await openQuestionId(sealer, answer.id);
  if (address?.owner !== owner) return 'refused';
  logError(answer, dependencies, address);
  try {
    const by = { ...asOwner(from), client: { name: clientName } };
    return await take(address, { answer, from: by }, dependencies);
  } catch (error) {
    if (!isTaskError(error)) throw error;
    const isLate = CAME_TOO_LATE.includes(error.code);
    const isMisfit = error.code === TaskErrorCode.invalidInput;
    // The client caused these, so neither its data nor a stack belongs into the log.
    const why = isLate || isMisfit ? { reason: error.code } : { err: error };
    logger?.warn({ ...why, taskId: address.taskId }, 'An answer was not taken');
    if (isLate) return 'taken';
    if (isMisfit && isFetch(address)) await keepClientTask(address, null, tasks);
    // Without this, the answer would be lost.
    const { session, taskId, key } = address;
    const isGivenUp = await desk.find(session, taskId)?.repeat(address, error);
    if (isGivenUp) logger?.warn({ taskId, key }, GIVEN_UP);
    return isMisfit ? 'taken' : 'unavailable';
  }
}
