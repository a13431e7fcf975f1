import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

import type { MessageOutcome } from '../../core/task/task-message.js';

import { encodeArguments } from './encode-payloads.js';
import { toFailureText } from './failure-text.js';
import { isWithoutWorker } from './from-temporal-error.js';
import { encodeHeaders, type MessageHeaders } from './message-headers.js';
import { toFailureError } from './open-failure.js';
import { UpdateWorkflowExecutionLifecycleStage } from './proto-enums.js';
import { asRefused } from './refusal.js';
import type { CallLimits, TemporalCalls } from './temporal-calls.js';
import { toUnreadableWords } from './unreadable-payload.js';

type Outcome = temporal.api.update.v1.IOutcome;

const {
  UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_ACCEPTED: ACCEPTED,
  UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED: COMPLETED,
} = UpdateWorkflowExecutionLifecycleStage;

export interface UpdateTarget {
  readonly workflowId: string;
  /** Absent: the current run. */
  readonly runId?: string | undefined;
  readonly updateId: string;
}

interface SentUpdate extends UpdateTarget {
  readonly name: string;
  readonly arguments: readonly unknown[];
  /** Headers that the history keeps with the Update. Default: none. */
  readonly headers?: MessageHeaders | undefined;
}

export interface WorkflowUpdate extends SentUpdate {
  /** Time for a Worker to accept it, in milliseconds. */
  readonly limitMs: number;
  /** Time for its result after that, in milliseconds. */
  readonly resultWithinMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type UpdateOutcome = Exclude<MessageOutcome, { readonly kind: 'sent' }>;

export async function toUpdateOutcome(
  calls: TemporalCalls,
  workflowId: string,
  { success, failure }: Outcome,
): Promise<UpdateOutcome> {
  if (failure) {
    const error = await toFailureError(calls, failure, workflowId);
    return { kind: 'failed', reason: toFailureText(error) };
  }
  const [payload] = success?.payloads ?? [];
  if (!payload) return { kind: 'answered', value: undefined };
  const what = 'the result of the update';
  const { value, unreadable } = await calls.payloads.read(payload, { workflowId, what });
  if (!unreadable) return { kind: 'answered', value };
  return { kind: 'unreadable', reason: toUnreadableWords(what, unreadable) };
}

/** Polls for the outcome by the raw call, since the Client decodes results in its own way. */
async function poll(
  { workflowService, options }: Client,
  { workflowId, runId, updateId }: UpdateTarget,
): Promise<Outcome> {
  for (;;) {
    const { outcome } = await workflowService.pollWorkflowExecutionUpdate({
      namespace: options.namespace,
      identity: options.identity,
      updateRef: {
        workflowExecution: { workflowId, runId: runId ?? null },
        updateId,
      },
      waitPolicy: { lifecycleStage: COMPLETED },
    });
    if (outcome) return outcome;
  }
}

/**
 * Waits for the result of an Update that a Worker has accepted, or will accept.
 *
 * @throws {TaskError} `taskNotFound` if there is no such Update; `aborted` if the signal fires first; else the
 * translated error of the Temporal call.
 */
export async function awaitUpdate(
  calls: TemporalCalls,
  target: UpdateTarget,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<UpdateOutcome> {
  const sinceMs = Date.now();
  let outcome: Outcome;
  try {
    outcome = await calls.run(async (client) => poll(client, target), {
      deadlineMs: withinMs,
      signal,
    });
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs: withinMs })) return { kind: 'running' };
    return asRefused(error, target.workflowId);
  }
  return toUpdateOutcome(calls, target.workflowId, outcome);
}

/**
 * Sends an Update, and waits until a Worker accepts it.
 *
 * @returns The outcome, if it has ended already.
 * @throws {TaskError} The translated error of the Temporal call.
 */
export async function acceptUpdate(
  calls: TemporalCalls,
  { workflowId, runId, updateId, name, arguments: values, headers = {} }: SentUpdate,
  limits?: CallLimits,
): Promise<Outcome | undefined> {
  return calls.run(async (client) => {
    const { workflowService, options } = client;
    const { namespace, identity, loadedDataConverter } = options;
    const request = {
      namespace,
      workflowExecution: { workflowId, runId: runId ?? null },
      waitPolicy: { lifecycleStage: ACCEPTED },
      request: {
        meta: { updateId, identity },
        input: {
          name,
          args: { payloads: await encodeArguments(client, workflowId, values) },
          header: { fields: await encodeHeaders(loadedDataConverter, headers) },
        },
      },
    };
    for (;;) {
      const { stage, outcome } = await workflowService.updateWorkflowExecution(request);
      if (stage >= ACCEPTED) return outcome ?? undefined;
    }
  }, limits);
}

/**
 * Sends an Update, and waits until a Worker accepts it, then for its result. The Update is durable once a Worker has
 * accepted it. Before that, the service may forget it.
 *
 * @throws {TaskError} `aborted` if the signal fires first; else the translated error of the Temporal call.
 */
export async function updateWorkflow(
  calls: TemporalCalls,
  update: WorkflowUpdate,
): Promise<UpdateOutcome> {
  const { limitMs, resultWithinMs: withinMs, signal } = update;
  const sinceMs = Date.now();
  let outcome: Outcome | undefined;
  try {
    outcome = await acceptUpdate(calls, update, {
      deadlineMs: limitMs,
      signal,
    });
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs })) return { kind: 'noWorker' };
    return asRefused(error, update.workflowId);
  }
  if (outcome) return toUpdateOutcome(calls, update.workflowId, outcome);
  return awaitUpdate(calls, update, { withinMs, signal });
}
