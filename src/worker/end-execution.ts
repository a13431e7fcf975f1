import { randomUUID } from 'node:crypto';

import { activityInfo, getClient } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';

import {
  CANCEL_REASON,
  CANCEL_REQUEST_ID,
  type EndExecutionInput,
  type EndExecutionOutcome,
} from '../core/companion/companion.js';
import { TERMINATE_REASON_PREFIX } from '../core/contract/contract.js';
import { kindOfTaskId } from '../core/task/own-workflow-id.js';

/** gRPC's codes for a missing or closed execution. */
const GONE: readonly unknown[] = [5, 9];

/** Returns true for errors that say that an execution has ended or was removed. */
function isGone(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError ||
    GONE.includes((error as { readonly code?: unknown }).code)
  );
}

/**
 * Returns true if a cancellation of the current run was requested, and `undefined` if another chain has the ID.
 * Requests to earlier runs don't count, since Temporal doesn't hand them on.
 */
async function wasAsked({
  taskId,
  firstRunId,
}: Pick<EndExecutionInput, 'taskId' | 'firstRunId'>): Promise<boolean | undefined> {
  // A raw call, because the Client's `describe()` decodes the whole memo, and may need the user's converter for it.
  const { workflowExecutionInfo, workflowExtendedInfo } =
    await getClient().workflowService.describeWorkflowExecution({
      namespace: activityInfo().namespace,
      execution: { workflowId: taskId },
    });
  if (workflowExecutionInfo?.firstRunId !== firstRunId) return undefined;
  return workflowExtendedInfo?.cancelRequested ?? false;
}

/** The Activity of the companions; see `core/companion/companion.ts`. */
export async function endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome> {
  const { taskId, graceMs } = input;
  const reason = `${TERMINATE_REASON_PREFIX} still running ${graceMs} ms after its cancellation`;
  try {
    return await (kindOfTaskId(taskId) === 'activity'
      ? endActivity(input, reason)
      : endWorkflow(input, reason));
  } catch (error) {
    if (isGone(error)) return 'ended';
    throw error;
  }
}

/** Its cancellation reaches an attempt that runs only with the next heartbeat, so many end here. */
async function endActivity(
  { taskId, firstRunId, evenUnasked }: EndExecutionInput,
  reason: string,
): Promise<EndExecutionOutcome> {
  const { workflowService } = getClient();
  const { namespace } = activityInfo();
  const target = { namespace, activityId: taskId, runId: firstRunId };
  const { info } = await workflowService.describeActivityExecution(target);
  const isAsked = Boolean(info?.canceledReason);
  if (info?.closeTime) return 'ended';
  if (!isAsked && !evenUnasked) {
    const request = { ...target, requestId: CANCEL_REQUEST_ID, reason: CANCEL_REASON };
    await workflowService.requestCancelActivityExecution(request);
    return 'asked';
  }
  await workflowService.terminateActivityExecution({ ...target, requestId: randomUUID(), reason });
  return 'ended';
}

async function endWorkflow(input: EndExecutionInput, reason: string): Promise<EndExecutionOutcome> {
  const { taskId, firstRunId, signal, evenUnasked } = input;
  const handle = getClient().workflow.getHandle(taskId, undefined, {
    firstExecutionRunId: firstRunId,
  });
  const isAsked = await wasAsked(input);
  if (isAsked === undefined) return 'ended';
  if (isAsked || evenUnasked) {
    await handle.terminate(reason);
    return 'ended';
  }
  if (signal) await handle.signal(signal.name, signal.payload);
  await handle.cancel();
  return 'asked';
}
