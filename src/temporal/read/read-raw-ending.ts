import { ApplicationFailure } from '@temporalio/client';
import type { LoadedDataConverter, Payload } from '@temporalio/common';

import { decodeProtobufJson } from '../link/decode-any-payload.js';
import { removeCodecs } from '../link/decode-payload.js';
import { fromTemporalError } from '../link/from-temporal-error.js';
import { HistoryEventFilterType } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { openFailure } from './open-failure.js';

/** The end of an execution, as far as it is readable without the payload converter. */
export type RawEnding =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: Error }
  | { readonly kind: 'unreadable' };

interface RawFailure {
  readonly message?: string | null;
  readonly cause?: RawFailure | null;
  readonly applicationFailureInfo?: { readonly type?: string | null } | null;
}

function innermost(failure: RawFailure): RawFailure {
  return failure.cause ? innermost(failure.cause) : failure;
}

async function withoutCodecs(
  converter: LoadedDataConverter,
  payload: Payload | undefined,
): Promise<Payload | undefined> {
  try {
    return payload && (await removeCodecs(converter, payload));
  } catch (error) {
    throw fromTemporalError(error);
  }
}

async function readValue(
  converter: LoadedDataConverter,
  payload: Payload | undefined,
): Promise<RawEnding> {
  const decoded = await withoutCodecs(converter, payload);
  const message = decodeProtobufJson(decoded);
  return message ? { kind: 'value', ...message } : { kind: 'unreadable' };
}

export interface EndedExecution {
  readonly taskId: string;
  /** Absent: the latest run. */
  readonly runId?: string | undefined;
}

/**
 * Reads the close event of an execution whose end the Client could not decode. It finds a result that is JSON, or the
 * message and type of a failure without its details.
 *
 * @throws {TaskError} `misconfigured` or `internal` if a codec fails; else the translated error of the Temporal call.
 */
export async function readRawEnding(
  calls: TemporalCalls,
  { taskId, runId }: EndedExecution,
): Promise<RawEnding> {
  const { history } = await calls.run(async (client) =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId: taskId, runId: runId ?? '' },
      historyEventFilterType: HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT,
    }),
  );
  const [event] = history?.events ?? [];
  const failure = event?.workflowExecutionFailedEventAttributes?.failure;
  if (failure) {
    const converter = calls.client.options.loadedDataConverter;
    const { message, applicationFailureInfo } = innermost(await openFailure(converter, failure));
    const type = applicationFailureInfo?.type;
    return {
      kind: 'failure',
      failure: ApplicationFailure.create({ message: message ?? '', ...(type && { type }) }),
    };
  }
  const payload = event?.workflowExecutionCompletedEventAttributes?.result?.payloads?.[0];
  return readValue(calls.client.options.loadedDataConverter, payload ?? undefined);
}
