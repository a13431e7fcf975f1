import type { MessageKind, MessageTarget } from '../../core/mapping/message-target.js';
import { isRecord } from '../../core/value/is-record.js';
import { type HistoryEvent, toEventId } from '../link/history-page.js';
import { toMs } from '../link/timestamps.js';

import { targetOf } from './recorded-message.js';

/** A scan keeps at most this many messages, the newest ones. */
export const MAX_MESSAGES = 10;

export interface ReceivedMessage {
  readonly kind: MessageKind;
  readonly eventId: number;
  /** Time of receipt, in milliseconds since the epoch. */
  readonly atMs: number;
  /**
   * Digest of the state that the Workflow showed to the sender. Absent: this server has not sent the message as an
   * answer.
   */
  readonly state?: string | undefined;
  /** True if the Workflow has had the opportunity to handle it. */
  readonly isTaken: boolean;
  /** True if a Workflow Task that handled it has issued a command: a timer, an Activity, a memo. */
  readonly hasEffect: boolean;
  /** IDs of the events that completed the first and the last Workflow Task that handled it. Absent: none yet. */
  readonly handledFrom?: number | undefined;
  readonly handledUpTo?: number | undefined;
}

/** The result of scanning a history up to an event. */
export interface MessageScan {
  readonly upTo: number;
  /** ID of the event that completed the last Workflow Task; 0: none. */
  readonly completedId: number;
  /** Oldest first. */
  readonly messages: readonly ReceivedMessage[];
}

export const NOTHING_SCANNED: MessageScan = { upTo: 0, completedId: 0, messages: [] };

export function isMessage(event: HistoryEvent, targets: readonly MessageTarget[]): boolean {
  const target = targetOf(event);
  return targets.some(({ kind, name }) => kind === target?.kind && name === target.name);
}

/** Returns the event ID of the completed Workflow Task whose command caused an event; `undefined` for other events. */
function commandOf(event: HistoryEvent): number | undefined {
  for (const attributes of Object.values(event)) {
    const completedId: unknown = isRecord(attributes)
      ? attributes['workflowTaskCompletedEventId']
      : undefined;
    if (completedId != null) return Number(completedId);
  }
  return undefined;
}

function toReceived(
  event: HistoryEvent,
  { completedId }: MessageScan,
  state: string | undefined,
): ReceivedMessage {
  const kind = targetOf(event)?.kind ?? 'signal';
  return {
    kind,
    eventId: toEventId(event),
    atMs: toMs(event.eventTime) ?? 0,
    state,
    isTaken: false,
    hasEffect: false,
    // An Update is accepted by the Workflow Task that begins to handle it.
    handledFrom: kind === 'update' ? completedId : undefined,
  };
}

function withEvent(
  message: ReceivedMessage,
  event: HistoryEvent,
  completedId: number,
): ReceivedMessage {
  const { kind, eventId, isTaken, handledFrom = Infinity, handledUpTo = Infinity } = message;
  const startedId = event.workflowTaskCompletedEventAttributes?.startedEventId;
  if (kind === 'signal' && !isTaken && startedId != null && eventId < Number(startedId)) {
    return { ...message, isTaken: true, handledFrom: completedId, handledUpTo: completedId };
  }
  const done = event.workflowExecutionUpdateCompletedEventAttributes?.acceptedEventId;
  if (done != null && Number(done) === eventId) {
    return { ...message, isTaken: true, handledUpTo: completedId };
  }
  const command = commandOf(event);
  const isBroughtForth = command !== undefined && handledFrom <= command && command <= handledUpTo;
  return isBroughtForth ? { ...message, hasEffect: true } : message;
}

/**
 * Continues a scan for some messages.
 *
 * @param events Events after the scanned ones, oldest first. There may be a gap.
 * @param stateOf States of messages by event ID: see `ReceivedMessage.state`.
 */
export function scanMessages(
  scanned: MessageScan,
  events: readonly HistoryEvent[],
  {
    targets,
    stateOf,
  }: {
    readonly targets: readonly MessageTarget[];
    readonly stateOf: ReadonlyMap<number, string | undefined>;
  },
): MessageScan {
  let { upTo, completedId } = scanned;
  let messages = scanned.messages;
  for (const event of events) {
    upTo = toEventId(event);
    if (event.workflowTaskCompletedEventAttributes != null) completedId = upTo;
    const seen = messages.map((message) => withEvent(message, event, completedId));
    const received = isMessage(event, targets)
      ? [toReceived(event, { upTo, completedId, messages }, stateOf.get(upTo))]
      : [];
    messages = [...seen, ...received].slice(-MAX_MESSAGES);
  }
  return { upTo, completedId, messages };
}
