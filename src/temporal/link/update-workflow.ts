import {
  type WorkflowUpdateHandle,
  WorkflowUpdateFailedError,
  WorkflowUpdateStage,
} from '@temporalio/client';

import { isTaskError } from '../../core/errors.js';
import type { MessageOutcome } from '../../core/task/task-message.js';
import { toFailureText } from '../read/failure-outcome.js';

import { isWithoutWorker } from './from-temporal-error.js';
import { type MessageHeaders, withUpdateHeaders } from './message-headers.js';
import type { TemporalCalls } from './temporal-calls.js';

/** An Update of a Workflow Execution. */
export interface UpdateTarget {
  readonly workflowId: string;
  /** Absent: the current run. */
  readonly runId?: string;
  readonly updateId: string;
}

/** An Update to send. */
export interface WorkflowUpdate extends UpdateTarget {
  readonly name: string;
  readonly arguments: readonly unknown[];
  /** Time for a Worker to accept it, in milliseconds. */
  readonly limitMs: number;
  /** Time for its result after that, in milliseconds. */
  readonly resultWithinMs: number;
  readonly signal?: AbortSignal;
  /** Headers that the history keeps with the Update. Default: none. */
  readonly headers?: MessageHeaders;
}

type UpdateOutcome = Exclude<MessageOutcome, { readonly kind: 'sent' }>;

function toFailure(error: unknown): UpdateOutcome {
  const cause = isTaskError(error) ? error.cause : undefined;
  if (!(cause instanceof WorkflowUpdateFailedError)) throw error;
  const reason = cause.cause ? toFailureText(cause.cause) : 'The workflow gave no reason.';
  return { kind: 'failed', reason };
}

/**
 * Waits for the result of an Update that a Worker has accepted, or will accept.
 *
 * @throws {TaskError} `taskNotFound` if there is no such Update; `aborted` if the signal fires first; else the
 * translated error of the Temporal call.
 */
export async function awaitUpdate(
  calls: TemporalCalls,
  { workflowId, runId, updateId }: UpdateTarget,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal },
): Promise<UpdateOutcome> {
  const sinceMs = Date.now();
  try {
    const value: unknown = await calls.run(
      async (client) => {
        const handle = client.workflow.getHandle(workflowId, runId);
        return handle.getUpdateHandle<unknown>(updateId).result();
      },
      { deadlineMs: withinMs, ...(signal && { signal }) },
    );
    return { kind: 'answered', value };
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs: withinMs })) return { kind: 'running' };
    return toFailure(error);
  }
}

/**
 * Sends an Update, and waits until a Worker accepts it, then for its result. The Update is durable once a Worker has
 * accepted it. Before that, the service may forget it.
 *
 * @throws {TaskError} `aborted` if the signal fires first; else the translated error of the Temporal call.
 */
export async function updateWorkflow(
  calls: TemporalCalls,
  { name, arguments: given, limitMs, resultWithinMs, signal, headers, ...target }: WorkflowUpdate,
): Promise<UpdateOutcome> {
  const { workflowId, runId, updateId } = target;
  let handle: WorkflowUpdateHandle<unknown>;
  let sinceMs = Date.now();
  try {
    handle = await calls.run(
      async (client) => {
        const workflow = headers ? await withUpdateHeaders(client, headers) : client.workflow;
        return workflow.getHandle(workflowId, runId).startUpdate(name, {
          // The SDK's type counts the arguments of a known handler. This handler is unknown.
          args: [...given] as [unknown],
          updateId,
          waitForStage: WorkflowUpdateStage.ACCEPTED,
        });
      },
      { deadlineMs: limitMs, ...(signal && { signal }) },
    );
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs })) return { kind: 'noWorker' };
    return toFailure(error);
  }
  sinceMs = Date.now();
  try {
    const value = await calls.run(async () => handle.result(), {
      deadlineMs: resultWithinMs,
      ...(signal && { signal }),
    });
    return { kind: 'answered', value };
  } catch (error) {
    if (isWithoutWorker(error, { sinceMs, limitMs: resultWithinMs })) return { kind: 'running' };
    return toFailure(error);
  }
}
