/** Finds sent answers without effect, because another answer to the same question came first. */
import { INPUT_SIGNAL, parseInputSignal } from '../../core/contract.js';
import type { FirstAnswer } from '../../core/question/answer-results.js';
import type { InputResponse } from '../../core/question/input-request.js';
import type { MessageTarget } from '../../core/task/task-message.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import {
  fetchNewestEvents,
  type HistoryEvent,
  toEventId,
} from '../declared/fetch-newest-events.js';
import { readMessage, type RecordedMessage } from '../declared/recorded-message.js';
import { sleep } from '../link/sleep.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { HistoryPosition } from '../task/to-task.js';

import { sourceOf, toFirstAnswer } from './first-answer.js';

/**
 * Time to wait for messages in the history, in milliseconds. While a Worker is busy with the Workflow, they appear a
 * few milliseconds late.
 */
const RECORDED_WITHIN_MS = 1_000;
const LOOK_AGAIN_MS = 50;
/**
 * Time limit of one read of the history, in milliseconds. Temporal has the answer by then, so the caller must not wait
 * long.
 */
const DEADLINE_MS = 2_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

export interface SentAnswer {
  readonly key: string;
  /** The sent answer, in the form that `read` returns. */
  readonly own: unknown;
  /** Returns the answer to this question in a message; `undefined` if the message does not answer it. */
  readonly read: (message: RecordedMessage) => unknown;
}

/** Removes the time of an answer, which does not count for equality. */
function toSaid(response: InputResponse): InputResponse {
  return { ...response, answeredAt: undefined };
}

/** An answer by the contract. Keys are never used twice, so every message with the key answers this question. */
export function answerByContract(key: string, response: InputResponse): SentAnswer {
  return {
    key,
    own: toSaid(response),
    read: ({ kind, name, arguments: [payload] = [] }) => {
      if (kind !== 'signal' || name !== INPUT_SIGNAL) return undefined;
      const answers = parseInputSignal(payload);
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      return answer && toSaid(answer);
    },
  };
}

/**
 * An answer in a message that the Workflow's tool declares. Any such message answers the question, from any sender.
 *
 * @param among.targets The messages that answer the question.
 * @param among.behind Last event when the questions were read. Only later messages count.
 */
export function answerByMessage(
  key: string,
  sent: Omit<RecordedMessage, 'eventId'>,
  { targets, behind }: { readonly targets: readonly MessageTarget[]; readonly behind: number },
): SentAnswer {
  const toMessage = (message: Omit<RecordedMessage, 'eventId'>): unknown => {
    const { name, arguments: given, answeredBy } = message;
    return { name, given, answeredBy };
  };
  return {
    key,
    own: toMessage(sent),
    read: (message) => {
      // An earlier message belongs to an earlier question, or came before the question was open.
      if (message.eventId <= behind) return undefined;
      const isAnswer = targets.some(
        ({ kind, name }) => kind === message.kind && name === message.name,
      );
      return isAnswer ? toMessage(message) : undefined;
    },
  };
}

/**
 * Decides for each answer, by key, if it was first. The result omits keys without any recorded answer.
 *
 * @param messages Oldest first.
 */
export function judgeAnswers(
  sent: readonly SentAnswer[],
  messages: readonly RecordedMessage[],
): ReadonlyMap<string, boolean> {
  return new Map(
    sent.flatMap(({ key, own, read }) => {
      const first = messages.map(read).find((said) => said !== undefined);
      const isFirst = (): boolean => toCanonicalJson(first) === toCanonicalJson(own);
      return first === undefined ? [] : [[key, isFirst()] as const];
    }),
  );
}

/** Reads the messages since the last Workflow Task that was complete when the questions were read; oldest first. */
async function readMessages(
  calls: TemporalCalls,
  taskId: string,
  { runId, historyLength }: HistoryPosition,
): Promise<readonly RecordedMessage[]> {
  // That Workflow Task has taken all earlier messages, so they do not answer a question that is open after it.
  const isEnough = (event: HistoryEvent): boolean =>
    toEventId(event) <= historyLength && event.workflowTaskCompletedEventAttributes != null;
  const pages = { pageSize: PAGE_SIZE, maxPages: MAX_PAGES };
  const limits = { isEnough, ...pages, deadlineMs: DEADLINE_MS };
  const events = await fetchNewestEvents(calls, { taskId, runId }, limits);
  const messages = await Promise.all(
    events.map(async (event) => readMessage(calls.payloads, event, taskId)),
  );
  return messages.filter((message) => message !== undefined).reverse();
}

/** Answers to questions that already had another answer. */
export interface OvertakenAnswers {
  readonly tooLate: readonly string[];
  /** The earlier answers to the same questions, by key. */
  readonly first: Readonly<Record<string, FirstAnswer>>;
}

function toOvertaken(
  sent: readonly SentAnswer[],
  messages: readonly RecordedMessage[],
): OvertakenAnswers {
  const verdicts = judgeAnswers(sent, messages);
  const late = sent.filter(({ key }) => verdicts.get(key) === false);
  const first = late.flatMap(({ key, read }) => {
    const message = messages.find((one) => read(one) !== undefined);
    return message ? [[key, toFirstAnswer(sourceOf(message, key))] as const] : [];
  });
  return { tooLate: late.map(({ key }) => key), first: Object.fromEntries(first) };
}

/**
 * Finds late answers. Gives up silently after about a second, since Temporal has the answers in any case.
 *
 * @param readAt The read that showed the questions.
 */
export async function findOvertaken(
  calls: TemporalCalls,
  { taskId, readAt }: { readonly taskId: string; readonly readAt: HistoryPosition },
  sent: readonly SentAnswer[],
): Promise<OvertakenAnswers> {
  const giveUpAtMs = Date.now() + RECORDED_WITHIN_MS;
  try {
    for (;;) {
      const messages = await readMessages(calls, taskId, readAt);
      const isTold = judgeAnswers(sent, messages).size === sent.length;
      if (isTold || Date.now() > giveUpAtMs) return toOvertaken(sent, messages);
      await sleep(LOOK_AGAIN_MS);
    }
  } catch {
    return { tooLate: [], first: {} };
  }
}
