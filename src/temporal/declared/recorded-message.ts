import { ANSWERED_BY_HEADER, ANSWERED_STATE_HEADER } from '../../core/contract/contract.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import { onlyString } from '../../core/value/only-string.js';
import { toMs } from '../describe/describe-execution.js';
import type { PayloadReader } from '../link/payload-reader.js';

import { type HistoryEvent, toEventId } from './fetch-newest-events.js';

/** A Signal or an accepted Update; `undefined` for any other event. */
export function targetOf(event: HistoryEvent): MessageTarget | undefined {
  const signalName = event.workflowExecutionSignaledEventAttributes?.signalName;
  if (signalName != null) return { kind: 'signal', name: signalName };
  const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
  const updateName = accepted?.acceptedRequest?.input?.name;
  return updateName == null ? undefined : { kind: 'update', name: updateName };
}

export interface RecordedMessage extends MessageTarget {
  readonly eventId: number;
  /** Time of the event, in milliseconds since the epoch. Absent: unknown. */
  readonly atMs?: number | undefined;
  /** Absent: the arguments cannot be read. */
  readonly arguments?: readonly unknown[] | undefined;
  /** The person who sent the message as an answer through this server. */
  readonly answeredBy?: unknown;
}

/** Reads the digest of the state in which an answered question was asked; `undefined` if the message names no state. */
export async function readAnsweredState(
  payloads: PayloadReader,
  event: HistoryEvent,
  workflowId: string,
): Promise<string | undefined> {
  const message =
    event.workflowExecutionSignaledEventAttributes ??
    event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
  const header = message?.header?.fields?.[ANSWERED_STATE_HEADER];
  const place = { workflowId, what: `header "${ANSWERED_STATE_HEADER}"` };
  const { value: state } = header ? await payloads.read(header, place) : {};
  return onlyString(state);
}

/** `undefined` for any event that is not a message. */
export async function readMessage(
  payloads: PayloadReader,
  event: HistoryEvent,
  workflowId: string,
): Promise<RecordedMessage | undefined> {
  const target = targetOf(event);
  if (!target) return undefined;
  const signal = event.workflowExecutionSignaledEventAttributes;
  const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
  const input = (signal ? signal.input : update?.args)?.payloads ?? [];
  const header = (signal ?? update)?.header?.fields?.[ANSWERED_BY_HEADER];
  const atMs = toMs(event.eventTime);
  const place = { workflowId, what: `the arguments of ${target.kind} "${target.name}"` };
  const { values } = await payloads.readAll(input, place);
  const { value: answeredBy } = header
    ? await payloads.read(header, { workflowId, what: `header "${ANSWERED_BY_HEADER}"` })
    : {};
  return {
    ...target,
    eventId: toEventId(event),
    atMs,
    arguments: values,
    answeredBy,
  };
}
