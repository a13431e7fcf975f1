/** Follows sent answers in the history: which came first, and whether the Workflow has taken them. */
import type { InputResponse } from '../../core/contract/input-request.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import type { Principal } from '../../core/person/principal.js';
import { type Decision, type DecisionFact, toDecisions } from '../../core/question/decision.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import { type DecisionSource, readFacts } from '../decisions/read-decisions.js';
import { fetchNewestEvents } from '../declared/fetch-newest-events.js';
import { isMessage } from '../declared/scan-messages.js';
import { type HistoryEvent, toEventId } from '../link/history-page.js';
import { sleep } from '../link/sleep.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { HistoryPosition } from '../read/to-task.js';
import { isClosing } from '../watch/history-polls.js';

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
  /** As the history records it, without its sender. */
  readonly response: InputResponse;
  /** Absent: a failure, which has no sender. */
  readonly answeredBy?: Principal | undefined;
  /** Messages that answer a declared question, from any sender. Absent: the Workflow publishes its questions. */
  readonly targets?: readonly MessageTarget[] | undefined;
  /** The Workflow ended before this answer, so an equal one may have come first. Absent: Temporal has it. */
  readonly hasEnded?: true | undefined;
}

interface Followed {
  readonly taskId: string;
  /** The read that showed the questions. */
  readonly readAt: HistoryPosition;
}

/** A message that the manifest declares answers the question even if this server has not sent it for this key. */
async function readAnswers(
  source: DecisionSource,
  event: HistoryEvent,
  { sent, behind }: { readonly sent: readonly SentAnswer[]; readonly behind: number },
): Promise<readonly DecisionFact[]> {
  const facts = await readFacts(source, [event]);
  // An earlier message belongs to an earlier question, or came before the question was open.
  if (toEventId(event) <= behind) return facts.filter(({ kind }) => kind !== 'answer');
  const others = sent.flatMap(({ key, targets = [] }): DecisionFact[] => {
    const isRecorded = facts.some((fact) => fact.kind === 'answer' && fact.key === key);
    if (isRecorded || !isMessage(event, targets)) return [];
    return [{ kind: 'answer', key, answer: { answeredAt: '' } }];
  });
  return [...facts, ...others];
}

/**
 * Returns what became of the answered questions, by key.
 *
 * @param events Oldest first.
 */
export async function readOrder(
  source: DecisionSource,
  events: readonly HistoryEvent[],
  answers: { readonly sent: readonly SentAnswer[]; readonly behind: number },
): Promise<ReadonlyMap<string, Decision>> {
  const facts = await Promise.all(events.map(async (event) => readAnswers(source, event, answers)));
  return new Map(toDecisions(facts.flat()).map((decision) => [decision.key, decision]));
}

function toIdentity(response: unknown, by: Omit<Principal, 'claims'> | undefined): string {
  return toCanonicalJson([response, by && [by.kind, by.issuer, by.subject]]);
}

/** Returns the keys whose first answer is another one. A repetition by the same person counts as the same. */
export function findLate(
  sent: readonly SentAnswer[],
  order: ReadonlyMap<string, Decision>,
): readonly string[] {
  const isLate = ({ key, response, answeredBy, hasEnded }: SentAnswer): boolean => {
    const end = order.get(key)?.end;
    if (end?.kind !== 'answered') return hasEnded === true;
    return toIdentity(end.response, end.answeredBy) !== toIdentity(response, answeredBy);
  };
  return sent.filter(isLate).map(({ key }) => key);
}

/** Reads the events since the last Workflow Task that was complete when the questions were read; oldest first. */
async function readEvents(
  calls: TemporalCalls,
  { taskId, readAt: { runId, historyLength } }: Followed,
): Promise<readonly HistoryEvent[]> {
  // That Workflow Task has taken all earlier messages, so they do not answer a question that is open after it.
  const isEnough = (event: HistoryEvent): boolean =>
    toEventId(event) <= historyLength && event.workflowTaskCompletedEventAttributes != null;
  const limits = { isEnough, pageSize: PAGE_SIZE, maxPages: MAX_PAGES, deadlineMs: DEADLINE_MS };
  return (await fetchNewestEvents(calls, { taskId, runId }, limits)).toReversed();
}

/**
 * Waits until the history shows the answers, and until the Workflow has taken them if `untilTakenMs` is set. Returns
 * the keys of late answers. Gives up silently, since Temporal has the answers in any case.
 */
export async function followAnswers(
  calls: TemporalCalls,
  { untilTakenMs = 0, ...followed }: Followed & { readonly untilTakenMs?: number | undefined },
  sent: readonly SentAnswer[],
): Promise<readonly string[]> {
  const { taskId, readAt } = followed;
  const awaited = untilTakenMs > 0 ? sent.filter(({ targets }) => targets === undefined) : [];
  const sinceMs = Date.now();
  let pauseMs = PAUSE_MS;
  try {
    // A Worker takes about as long. Without this pause, the first look would always be too early.
    if (awaited.length > 0) await sleep(pauseMs);
    for (;;) {
      const events = await readEvents(calls, followed);
      const source = { payloads: calls.payloads, taskId };
      const order = await readOrder(source, events, { sent, behind: readAt.historyLength });
      const isRecorded = sent.every(
        ({ key, hasEnded }) => hasEnded === true || order.get(key)?.end.kind === 'answered',
      );
      const isTaken = ({ key }: SentAnswer): boolean => {
        const end = order.get(key)?.end;
        return end?.kind === 'answered' && end.isTaken === true;
      };
      const areTaken = events.some(isClosing) || awaited.every(isTaken);
      const waitedMs = Date.now() - sinceMs;
      const waitsForOrder = !isRecorded && waitedMs <= RECORDED_WITHIN_MS;
      const waitsForWorkflow = !areTaken && waitedMs <= untilTakenMs;
      if (!waitsForOrder && !waitsForWorkflow) return findLate(sent, order);
      await sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  } catch {
    return sent.filter(({ hasEnded }) => hasEnded).map(({ key }) => key);
  }
}
