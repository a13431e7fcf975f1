import type { MessageKind, MessageTarget } from '../../core/task/task-message.js';
import { toMs } from '../read/describe-execution.js';

import { type HistoryEvent, toEventId } from './fetch-newest-events.js';
import { targetOf } from './recorded-message.js';

/** The last message of some kind that has reached an execution. */
export interface LastMessage {
  readonly kind: MessageKind;
  readonly eventId: number;
  /** When, in milliseconds since the epoch. */
  readonly atMs: number;
  /** The Workflow has had the opportunity to handle it. */
  readonly isTaken: boolean;
}

/** The facts of a stretch of a history about earlier messages. */
export interface MessagesTaken {
  /** Signals ahead of this event have been handed to the Workflow. */
  readonly signalsTakenUpTo: number;
  /** Events by which Updates were accepted that are done. */
  readonly updatesDone: ReadonlySet<number>;
}

/** The result of scanning a stretch of a history. */
export interface LastMessageScan extends MessagesTaken {
  readonly last: LastMessage | undefined;
}

/** Returns true if a Workflow has had the opportunity to handle a message, by the later events. */
export function isTaken(
  { kind, eventId }: Pick<LastMessage, 'kind' | 'eventId'>,
  { signalsTakenUpTo, updatesDone }: MessagesTaken,
): boolean {
  return kind === 'signal' ? eventId < signalsTakenUpTo : updatesDone.has(eventId);
}

/**
 * Finds the last message that is one of some.
 *
 * @param events Newest first. They may begin anywhere.
 */
export function findLastMessage(
  events: readonly HistoryEvent[],
  messages: readonly MessageTarget[],
): LastMessageScan {
  let signalsTakenUpTo = 0;
  const updatesDone = new Set<number>();
  for (const event of events) {
    const startedEventId = event.workflowTaskCompletedEventAttributes?.startedEventId;
    signalsTakenUpTo = Math.max(signalsTakenUpTo, Number(startedEventId ?? 0));
    const done = event.workflowExecutionUpdateCompletedEventAttributes?.acceptedEventId;
    if (done != null) updatesDone.add(Number(done));
    const target = targetOf(event);
    if (!target || !messages.some(({ kind, name }) => kind === target.kind && name === target.name))
      continue;
    const eventId = toEventId(event);
    const taken = { signalsTakenUpTo, updatesDone };
    const found = { kind: target.kind, eventId };
    const last = { ...found, atMs: toMs(event.eventTime) ?? 0, isTaken: isTaken(found, taken) };
    return { last, ...taken };
  }
  return { last: undefined, signalsTakenUpTo, updatesDone };
}
