import {
  ANSWERED_BY_HEADER,
  INPUT_SIGNAL,
  type InputSignalPayload,
} from '../../core/contract/contract.js';
import {
  checkInputResponse,
  type InputRequest,
  type InputResponse,
  toTakenResponse,
} from '../../core/contract/input-request.js';
import {
  describeViolation,
  hasCode,
  TaskError,
  TaskErrorCode,
  type Violation,
} from '../../core/errors.js';
import { toPrincipal } from '../../core/person/to-principal.js';
import type { AnswerResults } from '../../core/question/answer-results.js';
import {
  type AnswerPlace,
  inClient,
  parseAnswerSource,
  toStamp,
  withoutSource,
} from '../../core/question/answered-by.js';
import { mayAnswer } from '../../core/question/approvers.js';
import { toQuestionVersion } from '../../core/question/question-version.js';
import { isAnsweredElsewhere, type Question } from '../../core/question/question.js';
import { saysUnasked } from '../../core/question/unasked-note.js';
import type { AnswerOptions } from '../../core/task/tasks.js';
import type { Viewer } from '../../core/task/viewer.js';
import { findInexact } from '../../core/value/exact-json.js';
import { isRecord } from '../../core/value/is-record.js';
import { findExcess, RESPONSE_BOUNDS, toJsonBytes } from '../../core/value/json-bounds.js';
import { withoutMembers } from '../../core/value/members.js';
import { quote, quoteName } from '../../core/value/quote.js';
import { toRefusal } from '../link/refusal.js';
import { signalWorkflow } from '../link/signal-workflow.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';
import type { TaskReader } from '../task/task-reader.js';
import type { TaskWatcher } from '../watch/task-watcher.js';

import { answerDeclared, notAccepted } from './answer-declared.js';
import { followAnswers, type SentAnswer } from './answer-order.js';

/** Suggested retry after an answer whose question may be closed, in milliseconds. */
const UNKNOWN_RETRY_MS = 10_000;

export interface AnswerDependencies {
  readonly calls: TemporalCalls;
  readonly reader: TaskReader;
  readonly watcher: TaskWatcher;
}

/** A reading, and the person who answers its questions. */
interface Answered extends AnswerOptions {
  readonly reading: TemporalTask;
  readonly by: Viewer;
}

function placeOf({ by, answeredIn }: Answered): AnswerPlace {
  return answeredIn ?? inClient('client' in by ? by.client?.name : undefined);
}

interface Answering extends Answered {
  readonly sent: SentAnswer[];
  /** Keys of answers that came too late to be sent. */
  readonly tooLate: string[];
}

/** One Signal carries all answers of a call, so their sizes add up. */
function checkSize(responses: object): void {
  const bytes = toJsonBytes(responses);
  if (bytes <= RESPONSE_BOUNDS.maxBytes) return;
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `The answer has ${bytes} bytes, more than the limit of ${RESPONSE_BOUNDS.maxBytes}. The question stays open.`,
  );
}

/** Returns true for a response that says why there is no answer, so that there is no content to check. */
function isFailure(response: unknown): boolean {
  return isRecord(response) && 'error' in response && response['action'] !== 'accept';
}

function isDecline(response: unknown): boolean {
  return isRecord(response) && response['action'] === 'decline';
}

/** @throws {TaskError} `invalidInput` for a question that breaks the rules: it can only be declined. */
function checkAnswerable(question: Question): void {
  const { key, fault } = question;
  if (fault === undefined) return;
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `${quoteName(key)} cannot be answered, only declined: its question breaks the rules of MCP (${fault}).`,
  );
}

function findViolation(
  request: InputRequest,
  response: unknown,
  checksContent: boolean,
): Violation | undefined {
  if (!isFailure(response)) {
    return checkInputResponse(request, response, { content: !checksContent })[0];
  }
  const excess = findExcess(response, RESPONSE_BOUNDS);
  return excess === undefined ? findInexact(response) : { path: '', message: `has ${excess}` };
}

/**
 * Checked and with their sender.
 *
 * @throws {TaskError} `invalidInput` if an answer does not fit its question, or if all answers together are too large.
 */
function toAccepted(
  answered: Answered,
  responses: Readonly<Record<string, unknown>>,
): Readonly<Record<string, InputResponse>> {
  const { by, reading } = answered;
  const { checksContent = false, declared, questions } = reading;
  const stamp = toStamp(by.caller, new Date().toISOString(), placeOf(answered));
  const accepted: Record<string, InputResponse> = {};
  for (const question of questions.filter((open) => mayAnswer(open, by.role))) {
    const { key } = question;
    if (!Object.hasOwn(responses, key) || responses[key] === undefined) continue;
    const response = toTakenResponse(question, responses[key]);
    if (!isFailure(response) && !isDecline(response)) checkAnswerable(question);
    const isChecked = checksContent && declared?.open.has(key) !== true;
    const violation = findViolation(question, response, isChecked);
    if (violation) {
      throw new TaskError(
        TaskErrorCode.invalidInput,
        `The answer to ${quoteName(key)} does not fit: ${quote(describeViolation(violation))}. The question stays open.`,
        { violations: [violation] },
      );
    }
    const answer = withoutSource(response as InputResponse);
    // A failure has no sender: the question was never shown.
    accepted[key] = isFailure(answer) ? answer : { ...answer, ...stamp };
  }
  checkSize(accepted);
  return accepted;
}

/**
 * Signals answers to a Workflow that follows the contract. A Signal needs no Worker and takes milliseconds, and any
 * number may be under way; an Update would need a Worker.
 */
async function sendByContract(
  { calls, reader }: AnswerDependencies,
  { reading, by, sent }: Answering,
  accepted: Readonly<Record<string, InputResponse>>,
): Promise<void> {
  const keys = Object.keys(accepted);
  if (keys.length === 0) return;
  // First, since the task may end before the service's response.
  const unasked = reading.questions.filter(({ key }) => saysUnasked(accepted[key] ?? {}));
  reader.rememberUnasked(reading, unasked);
  let hasEnded: true | undefined;
  try {
    await signalWorkflow(calls, {
      workflowId: reading.taskId,
      name: INPUT_SIGNAL,
      arguments: [accepted satisfies InputSignalPayload],
      headers: { [ANSWERED_BY_HEADER]: toPrincipal(by.caller) },
    });
  } catch (error) {
    // The task has ended in the meantime, so its questions are no longer open.
    if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
    hasEnded = true;
  }
  for (const [key, response] of Object.entries(accepted)) {
    const { answeredBy } = parseAnswerSource(response);
    sent.push({ key, response: withoutSource(response), answeredBy, hasEnded });
  }
  reader.rememberAnswered(reading, keys);
}

async function sendDeclared(
  { calls, reader }: AnswerDependencies,
  { reading, by, sent, tooLate }: Answering,
  accepted: readonly (readonly [string, InputResponse])[],
): Promise<void> {
  const { taskId, declared } = reading;
  for (const [key, response] of accepted) {
    const question = declared?.open.get(key);
    if (!question) continue;
    const effect = await answerDeclared(calls, { taskId, key, question, response, by: by.caller });
    if (effect.kind !== 'none') reader.rememberAnswered(reading, [key]);
    else if (!isFailure(response)) reader.rememberDismissed(reading, key);
    const { answer, decline } = question.declaration;
    const targets = decline ? [answer, decline] : [answer];
    if (effect.kind === 'sent') {
      const answeredBy = toPrincipal(by.caller);
      sent.push({ key, response: effect.response, answeredBy, targets });
    }
    if (effect.kind === 'ended') tooLate.push(key);
  }
}

/** @throws {TaskError} `unavailable` if it is unknown whether an answered question is still open. */
function checkKnown(
  { taskId, declared }: TemporalTask,
  responses: Readonly<Record<string, unknown>>,
): void {
  const unknown = Object.keys(responses).find((key) =>
    declared?.unknown.some((name) => key.startsWith(`${name}.`)),
  );
  if (unknown === undefined) return;
  if (declared?.isPaused) throw notAccepted(unknown, toRefusal('paused', taskId));
  const message = `The answer to ${unknown} was not accepted: no worker is available to tell whether the question is still open. Answer again later.`;
  throw new TaskError(TaskErrorCode.unavailable, message, { retryAfterMs: UNKNOWN_RETRY_MS });
}

/** No person reads a form and declines it within this time, in milliseconds: programs without a screen do. */
const PROGRAM_MS = 1_000;

function isByProgram(response: InputResponse, { afterMs = PROGRAM_MS }: Answered): boolean {
  return isDecline(response) && afterMs >= 0 && afterMs < PROGRAM_MS;
}

/**
 * Returns true for an answer that decides nothing, so that another person may still decide. Its question stays open.
 */
function isDismissed(
  question: Question | undefined,
  response: InputResponse,
  answered: Answered,
): boolean {
  if (!question || !isAnsweredElsewhere(question)) return false;
  return isFailure(response) || response['action'] === 'cancel' || isByProgram(response, answered);
}

/** Finds the answers to a version of a question that is asked no longer, while another one is. */
async function findChanged({
  reading: { questions, declared },
  versions = {},
}: Answered): Promise<readonly string[]> {
  const changed: string[] = [];
  const declaredNow = [...(declared?.open.values() ?? [])];
  for (const [key, version] of Object.entries(versions)) {
    const now =
      questions.find((open) => open.key === key) ??
      // Its key depends on its text.
      declaredNow.find(({ declaration }) => key.startsWith(`${declaration.name}.`))?.open;
    if (now && (await toQuestionVersion(now)) !== version) changed.push(key);
  }
  return changed;
}

/** Checks answers, and sends those to questions that the sender may answer, in the version that was shown. */
export async function giveAnswers(
  dependencies: AnswerDependencies,
  answered: Answered,
  given: Readonly<Record<string, unknown>>,
): Promise<AnswerResults> {
  const changed = await findChanged(answered);
  const responses = withoutMembers(given, ...changed);
  const results = await giveShown(dependencies, answered, responses);
  return changed.length > 0 ? { ...results, changed } : results;
}

async function giveShown(
  dependencies: AnswerDependencies,
  answered: Answered,
  responses: Readonly<Record<string, unknown>>,
): Promise<AnswerResults> {
  const { calls, reader, watcher } = dependencies;
  const { reading, by, untilTakenMs } = answered;
  const { taskId, readAt } = reading;
  checkKnown(reading, responses);
  const open = new Map(reading.questions.map((question) => [question.key, question]));
  const entries = Object.entries(toAccepted(answered, responses));
  const accepted = entries.filter(
    ([key, response]) => !isDismissed(open.get(key), response, answered),
  );
  for (const [key] of entries.filter((entry) => !accepted.includes(entry))) {
    reader.rememberDismissed(reading, key);
  }
  const closed = Object.keys(responses).filter((key) => {
    const question = open.get(key);
    return !question || !mayAnswer(question, by.role);
  });
  const barred = by.role === 'owner' ? closed.filter((key) => open.has(key)) : [];
  const tooLate = closed.filter((key) => !barred.includes(key));
  const answering: Answering = { ...answered, sent: [], tooLate };
  try {
    await sendDeclared(dependencies, answering, accepted);
    const byContract = accepted.filter(([key]) => reading.declared?.open.has(key) !== true);
    await sendByContract(dependencies, answering, Object.fromEntries(byContract));
  } finally {
    reader.expectNews(taskId);
    watcher.notify(taskId);
  }
  const { sent } = answering;
  const refused = barred.length > 0 && { forOthers: barred };
  if (!readAt || sent.length === 0) return { tooLate, ...refused };
  const late = await followAnswers(calls, { taskId, readAt, untilTakenMs }, sent);
  return { tooLate: [...tooLate, ...late], ...refused };
}
