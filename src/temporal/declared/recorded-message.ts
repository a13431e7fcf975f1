import type { Payload } from '@temporalio/common';

import { ANSWERED_STATE_HEADER } from '../../core/contract/contract.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import { onlyString } from '../../core/value/only-string.js';
import type { HistoryEvent } from '../link/history-page.js';
import type { PayloadReader } from '../link/payload-reader.js';

/** A Signal or an accepted Update; `undefined` for any other event. */
export function targetOf(event: HistoryEvent): MessageTarget | undefined {
  const signalName = event.workflowExecutionSignaledEventAttributes?.signalName;
  if (signalName != null) return { kind: 'signal', name: signalName };
  const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
  const updateName = accepted?.acceptedRequest?.input?.name;
  return updateName == null ? undefined : { kind: 'update', name: updateName };
}

/** The headers of a Signal or an accepted Update. */
export function headersOf(event: HistoryEvent): Readonly<Record<string, Payload>> {
  const message =
    event.workflowExecutionSignaledEventAttributes ??
    event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input;
  return message?.header?.fields ?? {};
}

/** Reads the digest of the state in which an answered question was asked; `undefined` if the message names no state. */
export async function readAnsweredState(
  payloads: PayloadReader,
  event: HistoryEvent,
  workflowId: string,
): Promise<string | undefined> {
  const header = headersOf(event)[ANSWERED_STATE_HEADER];
  const place = { workflowId, what: `header "${ANSWERED_STATE_HEADER}"` };
  const { value: state } = header ? await payloads.read(header, place) : {};
  return onlyString(state);
}
