/** Reads from events of a history what was asked, and what became of each question. */
import {
  ANSWER_HEADER,
  ANSWERED_BY_HEADER,
  INPUT_SIGNAL,
  parseAnswerRecord,
  parseInputSignal,
  parseWorkflowState,
  STATE_MEMO_KEY,
} from '../../core/contract/contract.js';
import { parsePrincipal } from '../../core/person/principal.js';
import { toShownPrincipal } from '../../core/person/shown-principal.js';
import {
  parseAnswerPlace,
  parseAnswerSource,
  withoutSource,
} from '../../core/question/answered-by.js';
import {
  type Decision,
  type DecisionFact,
  type RecordedAnswer,
  toDecisions,
} from '../../core/question/decision.js';
import { headersOf } from '../declared/recorded-message.js';
import type { HistoryEvent } from '../link/history-page.js';
import type { PayloadReader } from '../link/payload-reader.js';
import { EventType } from '../link/proto-enums.js';
import { toMs } from '../link/timestamps.js';
import { isClosing } from '../watch/history-polls.js';

/** The payloads of a history, and the task that it belongs to. */
export interface DecisionSource {
  readonly payloads: Pick<PayloadReader, 'read'>;
  readonly taskId: string;
}

interface Shown {
  readonly answeredBy?: unknown;
  readonly answeredAt?: string | undefined;
  readonly answeredIn?: unknown;
}

function toAnswer(
  { answeredBy, answeredAt, answeredIn }: Shown,
  atMs: number,
): Omit<RecordedAnswer, 'response' | 'request'> {
  const principal = parsePrincipal(answeredBy);
  return {
    answeredBy: principal && toShownPrincipal(principal),
    answeredAt: answeredAt ?? new Date(atMs).toISOString(),
    answeredIn: parseAnswerPlace(answeredIn),
  };
}

/**
 * Answers by the contract. Anybody who can send a Signal chooses its arguments, so they tell who has answered only
 * beside the header, which the server alone writes.
 */
async function readSignal(
  { payloads, taskId }: DecisionSource,
  event: HistoryEvent,
  atMs: number,
): Promise<readonly DecisionFact[]> {
  const { workflowExecutionSignaledEventAttributes: signal } = event;
  const [payload] = signal?.input?.payloads ?? [];
  if (signal?.signalName !== INPUT_SIGNAL || !payload) return [];
  const place = { workflowId: taskId, what: `the arguments of signal "${INPUT_SIGNAL}"` };
  const { value } = await payloads.read(payload, place);
  const isOfServer = headersOf(event)[ANSWERED_BY_HEADER] !== undefined;
  return Object.entries(parseInputSignal(value)).map(([key, response]) => {
    const shown = isOfServer
      ? { ...parseAnswerSource(response), answeredIn: response['answeredIn'] }
      : {};
    const answer = { response: withoutSource(response), ...toAnswer(shown, atMs) };
    return { kind: 'answer', key, answer };
  });
}

/** The answer to a declared question, which the header of its message records. */
async function readRecord(
  { payloads, taskId }: DecisionSource,
  event: HistoryEvent,
  atMs: number,
): Promise<readonly DecisionFact[]> {
  const { [ANSWER_HEADER]: header, [ANSWERED_BY_HEADER]: sender } = headersOf(event);
  if (!header) return [];
  const place = { workflowId: taskId, what: `header "${ANSWER_HEADER}"` };
  const record = parseAnswerRecord((await payloads.read(header, place)).value);
  if (!record) return [];
  const by = { workflowId: taskId, what: `header "${ANSWERED_BY_HEADER}"` };
  const { value: answeredBy } = sender ? await payloads.read(sender, by) : {};
  const { key, request, response } = record;
  const answer = { request, response, ...toAnswer({ ...record, answeredBy }, atMs) };
  return [{ kind: 'answer', key, answer }];
}

/** The open questions that the Workflow shows from here on. */
async function readPublished(
  { payloads, taskId }: DecisionSource,
  event: HistoryEvent,
  atMs: number,
): Promise<readonly DecisionFact[]> {
  const upserted = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo;
  const memo = upserted ?? event.workflowExecutionStartedEventAttributes?.memo;
  const payload = memo?.fields?.[STATE_MEMO_KEY];
  if (!payload) return [];
  const place = { workflowId: taskId, what: `memo "${STATE_MEMO_KEY}"` };
  const { value, unreadable } = await payloads.read(payload, place);
  if (unreadable) return [];
  return [{ kind: 'published', atMs, requests: parseWorkflowState(value)?.inputRequests ?? {} }];
}

/** A run that continues as new hands its questions on, so it ends none. */
function readEnd(event: HistoryEvent, atMs: number): readonly DecisionFact[] {
  const { EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW: continued } = EventType;
  return isClosing(event) && event.eventType !== continued ? [{ kind: 'closed', atMs }] : [];
}

/** Returns what events tell about questions, in the order of the events. */
export async function readFacts(
  source: DecisionSource,
  events: readonly HistoryEvent[],
): Promise<readonly DecisionFact[]> {
  const facts = await Promise.all(
    events.map(async (event) => {
      const atMs = toMs(event.eventTime) ?? 0;
      return [
        ...(await readPublished(source, event, atMs)),
        ...(await readSignal(source, event, atMs)),
        ...(await readRecord(source, event, atMs)),
        ...readEnd(event, atMs),
      ];
    }),
  );
  return facts.flat();
}

/**
 * Returns the questions of a task that its events show, in the order in which they were asked. The events may begin
 * in the middle of a history: then the text of a question may be missing.
 *
 * @param events Oldest first, of one run or of successive ones.
 */
export async function readDecisions(
  source: DecisionSource,
  events: readonly HistoryEvent[],
): Promise<readonly Decision[]> {
  return toDecisions(await readFacts(source, events));
}
