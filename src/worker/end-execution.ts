import { activityInfo, getClient } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';

import { TERMINATE_REASON_PREFIX } from '../core/contract/contract.js';
import type {
  EndExecutionInput,
  EndExecutionOutcome,
  GraceTarget,
} from '../core/task/termination-grace.js';

/** gRPC's code for a missing or closed execution. */
const NOT_FOUND = 5;

/** Returns true for errors that say that an execution has ended or was removed. */
function isGone(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError ||
    (error as { readonly code?: unknown }).code === NOT_FOUND
  );
}

/**
 * Returns true if a cancellation of the current run was requested, and `undefined` if another chain has the ID.
 * Requests to earlier runs don't count, since Temporal doesn't hand them on.
 */
async function wasAsked({ taskId, firstRunId }: GraceTarget): Promise<boolean | undefined> {
  // A raw call, because the Client's `describe()` decodes the whole memo, and may need the user's converter for it.
  const { workflowExecutionInfo, workflowExtendedInfo } =
    await getClient().workflowService.describeWorkflowExecution({
      namespace: activityInfo().namespace,
      execution: { workflowId: taskId },
    });
  if (workflowExecutionInfo?.firstRunId !== firstRunId) return undefined;
  return workflowExtendedInfo?.cancelRequested ?? false;
}

/** The Activity of the companions; see `core/task/termination-grace.ts`. */
export async function endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome> {
  const { taskId, firstRunId, graceMs, signal, evenUnasked } = input;
  const handle = getClient().workflow.getHandle(taskId, undefined, {
    firstExecutionRunId: firstRunId,
  });
  try {
    const isAsked = await wasAsked(input);
    if (isAsked === undefined) return 'ended';
    if (isAsked || evenUnasked) {
      await handle.terminate(
        `${TERMINATE_REASON_PREFIX} still running ${graceMs} ms after its cancellation`,
      );
      return 'ended';
    }
    if (signal) await handle.signal(signal.name, signal.payload);
    await handle.cancel();
    return 'asked';
  } catch (error) {
    if (isGone(error)) return 'ended';
    throw error;
  }
}
