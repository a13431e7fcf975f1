/** Signals and Updates as a history has them. */
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { ANSWERED_BY_HEADER, ANSWERED_STATE_HEADER } from '../../core/contract.js';
import type { MessageTarget } from '../../core/task/task-message.js';
import { decodePayload } from '../link/decode-payload.js';
import { toMs } from '../read/describe-execution.js';

import { type HistoryEvent, toEventId } from './fetch-newest-events.js';

/** Returns the message that an event records: a Signal, or an accepted Update. `undefined` for any other event. */
export function targetOf(event: HistoryEvent): MessageTarget | undefined {
  const signalName = event.workflowExecutionSignaledEventAttributes?.signalName;
  if (signalName != null) return { kind: 'signal', name: signalName };
  const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
  const updateName = accepted?.acceptedRequest?.input?.name;
  return updateName == null ? undefined : { kind: 'update', name: updateName };
}

/** A message with its content. */
export interface RecordedMessage extends MessageTarget {
  readonly eventId: number;
  /** Time of the event, in milliseconds since the epoch. Absent: unknown. */
  readonly atMs?: number;
  /** Absent: the arguments cannot be read. */
  readonly arguments?: readonly unknown[];
  /** The person who sent the message as an answer through this server. */
  readonly answeredBy?: unknown;
}

async function decode(
  converter: LoadedDataConverter,
  payloads: readonly Payload[],
): Promise<readonly unknown[] | undefined> {
  try {
    return await Promise.all(payloads.map(async (payload) => decodePayload(converter, payload)));
  } catch {
    return undefined;
  }
}

/** Reads the digest of the state in which an answered question was asked; `undefined` if the message names no state. */
export async function readAnsweredState(
  converter: LoadedDataConverter,
  event: HistoryEvent,
): Promise<string | undefined> {
  const message =
    event.workflowExecutionSignaledEventAttributes ??
    event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
  const header = message?.header?.fields?.[ANSWERED_STATE_HEADER];
  const [state] = (header && (await decode(converter, [header]))) ?? [];
  return typeof state === 'string' ? state : undefined;
}

/** Reads the message that an event records, with its content; `undefined` for any other event. */
export async function readMessage(
  converter: LoadedDataConverter,
  event: HistoryEvent,
): Promise<RecordedMessage | undefined> {
  const target = targetOf(event);
  if (!target) return undefined;
  const signal = event.workflowExecutionSignaledEventAttributes;
  const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
  const payloads = (signal ? signal.input : update?.args)?.payloads ?? [];
  const header = (signal ?? update)?.header?.fields?.[ANSWERED_BY_HEADER];
  const atMs = toMs(event.eventTime);
  const given = await decode(converter, payloads);
  const [answeredBy] = (header && (await decode(converter, [header]))) ?? [];
  return {
    ...target,
    eventId: toEventId(event),
    ...(atMs !== undefined && { atMs }),
    ...(given && { arguments: given }),
    ...(answeredBy !== undefined && { answeredBy }),
  };
}
