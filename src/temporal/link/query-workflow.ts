import type { Client, WorkflowService } from '@temporalio/client';

import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { MessageOutcome } from '../../core/task/task-message.js';
import { cutText } from '../../core/value/cut-text.js';

import { encodeArguments } from './encode-payloads.js';
import { readFailureText } from './failure-text.js';
import { findQueryFailure, isWithoutWorker } from './from-temporal-error.js';
import { asRefused, toRefusal } from './refusal.js';
import { saysUnknownQuery } from './service-texts.js';
import type { TemporalCalls } from './temporal-calls.js';
import { toUnreadableWords } from './unreadable-payload.js';

/** Maximum length of a failure's reason, in characters: a model reads it. */
const MAX_REASON_LENGTH = 2_000;

export interface WorkflowQuery {
  readonly workflowId: string;
  /** Absent: the current run. */
  readonly runId?: string | undefined;
  readonly name: string;
  readonly arguments: readonly unknown[];
  /** Time for a Worker to answer, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

type QueryReply = Awaited<ReturnType<WorkflowService['queryWorkflow']>>;
type QueryOutcome = Extract<
  MessageOutcome,
  { readonly kind: 'answered' | 'unreadable' | 'failed' | 'refused' | 'noWorker' }
>;

async function toFailure(
  calls: TemporalCalls,
  error: unknown,
  { name, workflowId }: WorkflowQuery,
): Promise<QueryOutcome> {
  const cause = isTaskError(error) ? error.cause : undefined;
  const failure = findQueryFailure(cause);
  if (failure === undefined) return asRefused(error, workflowId);
  const reason = await readFailureText(calls, failure, { taskId: workflowId });
  if (saysUnknownQuery(reason)) {
    const message = `The server is not set up correctly: the workflow has no Query "${name}". Ask its operator; trying again will not help.`;
    throw new TaskError(TaskErrorCode.misconfigured, message, { cause });
  }
  return { kind: 'failed', reason: cutText(reason, MAX_REASON_LENGTH) };
}

/** Sends a Query by the raw call, since the Client decodes answers in its own way. */
async function ask(
  client: Client,
  { workflowId, runId, name, arguments: values }: WorkflowQuery,
): Promise<QueryReply> {
  const { workflowService, options } = client;
  return workflowService.queryWorkflow({
    namespace: options.namespace,
    execution: { workflowId, runId: runId ?? null },
    query: {
      queryType: name,
      queryArgs: { payloads: await encodeArguments(client, workflowId, values) },
    },
  });
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
  let reply: QueryReply;
  try {
    reply = await calls.run(async (client) => ask(client, query), {
      deadlineMs: limitMs,
      signal,
    });
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs })) return { kind: 'noWorker' };
    return toFailure(calls, error, query);
  }
  // Without a condition of the request, the service rejects Queries to paused Workflows only.
  if (reply.queryRejected) return { kind: 'refused', refusal: toRefusal('paused', workflowId) };
  const [payload] = reply.queryResult?.payloads ?? [];
  if (!payload) return { kind: 'answered', value: undefined };
  const what = `the answer of Query "${name}"`;
  const { value, unreadable } = await calls.payloads.read(payload, { workflowId, what });
  if (!unreadable) return { kind: 'answered', value };
  return { kind: 'unreadable', reason: toUnreadableWords(what, unreadable) };
}
