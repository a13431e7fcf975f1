/** Follows sent answers in the history: which came first, and whether the Workflow has taken them. */
import { INPUT_SIGNAL, parseInputSignal, STATE_MEMO_KEY } from '../../core/contract/contract.js';
import type { InputResponse } from '../../core/contract/input-request.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import type { FirstAnswer } from '../../core/question/answer-results.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import {
  fetchNewestEvents,
  type HistoryEvent,
  toEventId,
} from '../declared/fetch-newest-events.js';
import { readMessage, type RecordedMessage } from '../declared/recorded-message.js';
import { readMemo } from '../describe/describe-execution.js';
import { sleep } from '../link/sleep.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { HistoryPosition } from '../read/to-task.js';
import { isClosing } from '../watch/history-polls.js';

import { sourceOf, toFirstAnswer } from './first-answer.js';

/**
 * Time to wait for messages in the history, in milliseconds. While a Worker is busy with the Workflow, they appear a
 * few milliseconds late.
 */
const RECORDED_WITHIN_MS = 1_000;
/** First pause between looks at the history, in milliseconds. Each one is twice as long, up to the maximum. */
const PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;
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
  /** The Workflow publishes its questions, so its history shows when it has taken the answer. */
  readonly isPublished: boolean;
}

/** Removes the time of an answer, which does not count for equality. */
function withoutTime(response: InputResponse): InputResponse {
  return { ...response, answeredAt: undefined };
}

/** An answer by the contract. Keys are never used twice, so every message with the key answers this question. */
export function answerByContract(key: string, response: InputResponse): SentAnswer {
  return {
    key,
    own: withoutTime(response),
    isPublished: true,
    read: ({ kind, name, arguments: [payload] = [] }) => {
      if (kind !== 'signal' || name !== INPUT_SIGNAL) return undefined;
      const answers = parseInputSignal(payload);
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      return answer && withoutTime(answer);
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
    const { name, arguments: values, answeredBy } = message;
    return { name, values, answeredBy };
  };
  return {
    key,
    own: toMessage(sent),
    isPublished: false,
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
      const first = messages.map(read).find((answer) => answer !== undefined);
      const isFirst = (): boolean => toCanonicalJson(first) === toCanonicalJson(own);
      return first === undefined ? [] : [[key, isFirst()] as const];
    }),
  );
}

/** Reads the events since the last Workflow Task that was complete when the questions were read; newest first. */
async function readEvents(
  calls: TemporalCalls,
  { taskId, readAt: { runId, historyLength } }: Followed,
): Promise<readonly HistoryEvent[]> {
  // That Workflow Task has taken all earlier messages, so they do not answer a question that is open after it.
  const isEnough = (event: HistoryEvent): boolean =>
    toEventId(event) <= historyLength && event.workflowTaskCompletedEventAttributes != null;
  const pages = { pageSize: PAGE_SIZE, maxPages: MAX_PAGES };
  return fetchNewestEvents(
    calls,
    { taskId, runId },
    { isEnough, ...pages, deadlineMs: DEADLINE_MS },
  );
}

/** Returns true if the Workflow has published a state without the answered questions, or its run has closed. */
async function areTaken(
  calls: TemporalCalls,
  {
    taskId,
    readAt: { historyLength },
    events,
  }: Followed & { readonly events: readonly HistoryEvent[] },
  keys: readonly string[],
): Promise<boolean> {
  const [newest] = events;
  if (newest && isClosing(newest)) return true;
  const states = events
    .filter((event) => toEventId(event) > historyLength)
    .map((event) => event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields ?? {});
  const published = states.find((fields) => Object.hasOwn(fields, STATE_MEMO_KEY));
  if (!published) return false;
  const { state } = await readMemo(calls, taskId, published);
  return !keys.some((key) => Object.hasOwn(state?.inputRequests ?? {}, key));
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
    const message = messages.find((candidate) => read(candidate) !== undefined);
    return message ? [[key, toFirstAnswer(sourceOf(message, key))] as const] : [];
  });
  return { tooLate: late.map(({ key }) => key), first: Object.fromEntries(first) };
}

interface Followed {
  readonly taskId: string;
  /** The read that showed the questions. */
  readonly readAt: HistoryPosition;
}

/**
 * Waits until the history shows the answers, and until the Workflow has taken them if `untilTakenMs` is set. Finds late
 * answers. Gives up silently, since Temporal has the answers in any case.
 */
export async function followAnswers(
  calls: TemporalCalls,
  { untilTakenMs = 0, ...followed }: Followed & { readonly untilTakenMs?: number | undefined },
  sent: readonly SentAnswer[],
): Promise<OvertakenAnswers> {
  const { taskId } = followed;
  const awaited = untilTakenMs > 0 ? sent.filter(({ isPublished }) => isPublished) : [];
  const keys = awaited.map(({ key }) => key);
  const sinceMs = Date.now();
  let pauseMs = PAUSE_MS;
  try {
    // A Worker takes about as long. Without this pause, the first look would always be too early.
    if (keys.length > 0) await sleep(pauseMs);
    for (;;) {
      const events = await readEvents(calls, followed);
      const messages = (
        await Promise.all(events.map(async (event) => readMessage(calls.payloads, event, taskId)))
      )
        .filter((message) => message !== undefined)
        .reverse();
      const isRecorded = judgeAnswers(sent, messages).size === sent.length;
      const isTaken = keys.length === 0 || (await areTaken(calls, { ...followed, events }, keys));
      const waitedMs = Date.now() - sinceMs;
      const waitsForOrder = !isRecorded && waitedMs <= RECORDED_WITHIN_MS;
      const waitsForWorkflow = !isTaken && waitedMs <= untilTakenMs;
      if (!waitsForOrder && !waitsForWorkflow) return toOvertaken(sent, messages);
      await sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  } catch {
    return { tooLate: [], first: {} };
  }
}
