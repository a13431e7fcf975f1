import { randomUUID } from 'node:crypto';

import { encodeArguments } from './encode-payloads.js';
import { encodeHeaders, type MessageHeaders } from './message-headers.js';
import type { TemporalCalls } from './temporal-calls.js';

export interface WorkflowSignal {
  readonly workflowId: string;
  /** Absent: the current run. */
  readonly runId?: string | undefined;
  readonly name: string;
  readonly arguments: readonly unknown[];
  /** ID of the request. Of two Signals with the same ID, a run gets only the first. Default: a new ID. */
  readonly requestId?: string | undefined;
  /** Headers that the history keeps with the Signal. Default: none. */
  readonly headers?: MessageHeaders | undefined;
}

/**
 * Needs no Worker.
 *
 * @throws {TaskError} `taskNotFound` if the execution has closed; else the translated error of the Temporal call.
 */
export async function signalWorkflow(
  calls: TemporalCalls,
  { workflowId, runId, name, arguments: values, requestId = randomUUID(), headers }: WorkflowSignal,
): Promise<void> {
  const { namespace, identity, loadedDataConverter } = calls.client.options;
  // The raw call, since the Client's `signal()` takes no request ID.
  await calls.run(async (client) =>
    client.workflowService.signalWorkflowExecution({
      namespace,
      identity,
      workflowExecution: { workflowId, runId: runId ?? null },
      signalName: name,
      input: { payloads: await encodeArguments(client, workflowId, values) },
      requestId,
      header: headers ? { fields: await encodeHeaders(loadedDataConverter, headers) } : null,
    }),
  );
}
