import { type LoadedDataConverter, type Payload, TemporalFailure } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

import { isRecord } from '../../core/value/is-record.js';
import { withoutUndefined } from '../../core/value/members.js';
import { onlyString } from '../../core/value/only-string.js';

import type { TemporalCalls } from './temporal-calls.js';
import { toUnreadableWords } from './unreadable-payload.js';

type Failure = temporal.api.failure.v1.IFailure;

/** Reads message and stack from a payload of the Worker. If it cannot be read, the message says why. */
async function readAttributes(
  { payloads }: TemporalCalls,
  encoded: Payload,
  workflowId: string,
): Promise<Pick<Failure, 'message' | 'stackTrace'>> {
  const what = 'the message of a failure';
  const { value, unreadable } = await payloads.read(encoded, { workflowId, what });
  if (unreadable) return { message: toUnreadableWords(what, unreadable) };
  if (!isRecord(value)) return {};
  const { message, stack_trace: stackTrace } = value;
  return withoutUndefined({
    message: onlyString(message),
    stackTrace: onlyString(stackTrace),
  });
}

/**
 * Reads the texts of a failure and its causes. They may be in payloads, which a codec may have encrypted
 * (`encodeCommonAttributes`).
 */
export async function openFailure(
  calls: TemporalCalls,
  failure: Failure,
  workflowId: string,
): Promise<Failure> {
  const { encodedAttributes, cause } = failure;
  const attributes =
    encodedAttributes && (await readAttributes(calls, encodedAttributes, workflowId));
  return {
    ...failure,
    ...attributes,
    cause: cause ? await openFailure(calls, cause, workflowId) : null,
  };
}

function detailsIn(failure: Failure): readonly Payload[] {
  return [
    failure.applicationFailureInfo?.details,
    failure.canceledFailureInfo?.details,
    failure.timeoutFailureInfo?.lastHeartbeatDetails,
    failure.resetWorkflowFailureInfo?.lastHeartbeatDetails,
  ]
    .flatMap((details) => details?.payloads ?? [])
    .concat(failure.cause ? detailsIn(failure.cause) : []);
}

/**
 * Turns a failure into the error that the failure converter makes of it. Unreadable details are `undefined`.
 *
 * @param options.withDetails False where only texts are of interest, so that details cost no reading. Default: true.
 */
export async function toFailureError(
  calls: TemporalCalls,
  failure: Failure,
  workflowId: string,
  { withDetails = true }: { readonly withDetails?: boolean | undefined } = {},
): Promise<Error> {
  const opened = await openFailure(calls, failure, workflowId);
  const values = new Map<Payload, unknown>();
  for (const payload of withDetails ? detailsIn(opened) : []) {
    const place = { workflowId, what: 'the details of a failure' };
    values.set(payload, (await calls.payloads.read(payload, place)).value);
  }
  const { failureConverter, payloadConverter } = calls.client.options.loadedDataConverter;
  // The texts are read already, so encoded attributes are `undefined` here, and change nothing.
  const known: LoadedDataConverter['payloadConverter'] = {
    toPayload: (value) => payloadConverter.toPayload(value),
    fromPayload: (payload: Payload) => values.get(payload) as never,
  };
  const toError = (one: Failure): Error => failureConverter.failureToError(one, known);
  const error = toError(opened);
  // The converter loses the cause of a time-out, which is the failure of the last attempt.
  for (let at: unknown = error; at instanceof TemporalFailure; at = at.cause) {
    const lost = at.cause ? undefined : at.failure?.cause;
    if (lost) Object.assign(at, { cause: toError(lost) });
  }
  return error;
}
