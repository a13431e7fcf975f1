import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { MessageOutcome } from '../../core/task/task-message.js';
import { cutText } from '../../core/value/cut-text.js';

import { encodeArguments } from './encode-payloads.js';
import { detailsOfRefusal, isWithoutWorker } from './from-temporal-error.js';
import type { TemporalCalls } from './temporal-calls.js';
import { toUnreadableWords } from './unreadable-payload.js';

/** Maximum length of a failure's reason, in characters: a model reads it. */
const MAX_REASON_LENGTH = 2_000;
/** The SDKs' texts about an unknown Query. */
const UNKNOWN_QUERY = /did not register|unknown query|expected but not found|not registered/i;

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

type QueryOutcome = Extract<
  MessageOutcome,
  { readonly kind: 'answered' | 'unreadable' | 'failed' | 'noWorker' }
>;

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

/** Sends a Query by the raw call, since the Client decodes answers in its own way. */
async function ask(
  client: Client,
  { workflowId, runId, name, arguments: given }: WorkflowQuery,
): Promise<Payload | undefined> {
  const { workflowService, options } = client;
  const { queryResult } = await workflowService.queryWorkflow({
    namespace: options.namespace,
    execution: { workflowId, ...(runId !== undefined && { runId }) },
    query: {
      queryType: name,
      queryArgs: { payloads: await encodeArguments(client, workflowId, given) },
    },
  });
  return queryResult?.payloads?.[0];
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
  const { workflowId, name, limitMs, signal } = query;
  const sinceMs = Date.now();
  let payload: Payload | undefined;
  try {
    payload = await calls.run(async (client) => ask(client, query), {
      deadlineMs: limitMs,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs })) return { kind: 'noWorker' };
    return toFailure(error, name);
  }
  if (!payload) return { kind: 'answered', value: undefined };
  const what = `the answer of Query "${name}"`;
  const { value, unreadable } = await calls.payloads.read(payload, { workflowId, what });
  if (!unreadable) return { kind: 'answered', value };
  return { kind: 'unreadable', reason: toUnreadableWords(what, unreadable) };
}
