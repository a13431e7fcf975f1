/** Finds sent answers without effect: another answer to the same question came first. */
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
 * Time to wait for the history, in milliseconds: while a Worker is busy with the Workflow, messages appear there some
 * ms later.
 */
const RECORDED_WITHIN_MS = 1_000;
const LOOK_AGAIN_MS = 50;
/** An answer that is durable is not held up for longer by a service that does not show it, in milliseconds. */
const DEADLINE_MS = 2_000;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** A sent answer, with the pattern of other answers to its question. */
export interface SentAnswer {
  readonly key: string;
  /** The sent answer. */
  readonly own: unknown;
  /** Reads the answer of a message to this question; `undefined` if it does not answer it. */
  readonly read: (message: RecordedMessage) => unknown;
}

/** The time of an answer does not count for equality. */
function toSaid(response: InputResponse): InputResponse {
  return { ...response, answeredAt: undefined };
}

/** An answer that went by the contract: no key is ever used twice. */
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
 * An answer in a message of the Workflow's own. Any such message answers the question, from any sender.
 *
 * @param among.targets The messages that answer the question.
 * @param among.behind The event up to which it was open.
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
 * Decides for each answer, by key, whether it was first. Keys without any recorded message are left out.
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

/** Messages that the Workflow did not know when its questions were read, and later ones; oldest first. */
async function readMessages(
  calls: TemporalCalls,
  taskId: string,
  { runId, historyLength }: HistoryPosition,
): Promise<readonly RecordedMessage[]> {
  // The Workflow had taken all messages before a completed Workflow Task, and would not ask again.
  const isEnough = (event: HistoryEvent): boolean =>
    toEventId(event) <= historyLength && event.workflowTaskCompletedEventAttributes != null;
  const pages = { pageSize: PAGE_SIZE, maxPages: MAX_PAGES };
  const limits = { isEnough, ...pages, deadlineMs: DEADLINE_MS };
  const events = await fetchNewestEvents(calls, { taskId, runId }, limits);
  const { loadedDataConverter } = calls.client.options;
  const messages = await Promise.all(
    events.map(async (event) => readMessage(loadedDataConverter, event)),
  );
  return messages.filter((message) => message !== undefined).reverse();
}

/** Answers that were not first. */
export interface OvertakenAnswers {
  readonly tooLate: readonly string[];
  /** The answers that were, by key. */
  readonly first: Readonly<Record<string, FirstAnswer>>;
}

/** The first answers of other people, to questions that were answered late. */
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
 * Finds answers that were not first. It gives up silently after a second, since the answers are given.
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
