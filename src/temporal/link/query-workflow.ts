import type { Client } from '@temporalio/client';

import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { MessageOutcome } from '../../core/task/task-message.js';
import { cutText } from '../../core/value/cut-text.js';

import { decodeAnyPayload } from './decode-any-payload.js';
import { encodePayloads } from './encode-payloads.js';
import { detailsOfRefusal, isWithoutWorker } from './from-temporal-error.js';
import type { TemporalCalls } from './temporal-calls.js';

/** Maximum length of a failure's reason, in characters: a model reads it. */
const MAX_REASON_LENGTH = 2_000;
/** The SDKs' texts about an unknown Query. */
const UNKNOWN_QUERY = /did not register|unknown query|expected but not found|not registered/i;

/** A Query to send. */
export interface WorkflowQuery {
  readonly workflowId: string;
  /** Absent: the current run. */
  readonly runId?: string;
  readonly name: string;
  readonly arguments: readonly unknown[];
  /** Time for a Worker to answer, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

type QueryOutcome = Extract<MessageOutcome, { readonly kind: 'answered' | 'failed' | 'noWorker' }>;

function toFailure(error: unknown, name: string): QueryOutcome {
  const cause = isTaskError(error) ? error.cause : undefined;
  const refusal = detailsOfRefusal(cause);
  if (refusal === undefined) throw error;
  if (UNKNOWN_QUERY.test(refusal)) {
    const message = `The server is not set up correctly: the workflow has no Query "${name}". Ask its operator; trying again will not help.`;
    throw new TaskError(TaskErrorCode.misconfigured, message, { cause });
  }
  return { kind: 'failed', reason: cutText(refusal, MAX_REASON_LENGTH) };
}

/** Sends a Query by the raw call: the Client cannot decode Protobuf messages, with which other SDKs answer. */
async function ask(
  { workflowService, options }: Client,
  { workflowId, runId, name, arguments: given }: WorkflowQuery,
): Promise<unknown> {
  const { namespace, loadedDataConverter } = options;
  const { queryResult } = await workflowService.queryWorkflow({
    namespace,
    execution: { workflowId, ...(runId !== undefined && { runId }) },
    query: {
      queryType: name,
      queryArgs: { payloads: await encodePayloads(loadedDataConverter, given) },
    },
  });
  const [payload] = queryResult?.payloads ?? [];
  return payload && decodeAnyPayload(loadedDataConverter, payload);
}

/**
 * Queries a Workflow, with a time limit: the service itself would wait for a Worker for half a minute and more.
 *
 * @throws {TaskError} `misconfigured` if the Workflow has no such Query; `aborted` if the signal fires first; else the
 * translated error of the Temporal call.
 */
export async function queryWorkflow(
  calls: TemporalCalls,
  query: WorkflowQuery,
): Promise<QueryOutcome> {
  const { limitMs, signal } = query;
  const sinceMs = Date.now();
  try {
    const value = await calls.run(async (client) => ask(client, query), {
      deadlineMs: limitMs,
      ...(signal && { signal }),
    });
    return { kind: 'answered', value };
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs })) return { kind: 'noWorker' };
    return toFailure(error, query.name);
  }
}
