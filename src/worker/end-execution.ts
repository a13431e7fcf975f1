import { activityInfo, getClient } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';

import { TERMINATE_REASON_PREFIX } from '../core/contract.js';
import type {
  EndExecutionInput,
  EndExecutionOutcome,
  GraceTarget,
} from '../core/termination-grace.js';

/** gRPC's code for what is not there, or has closed. */
const NOT_FOUND = 5;

/**
 * Whether the current run was asked to stop. What earlier runs were asked doesn't count, as Temporal doesn't hand it
 * on. `undefined` when another chain has the ID.
 */
async function wasAsked({ taskId, firstRunId }: GraceTarget): Promise<boolean | undefined> {
  // The raw call, since the Client's `describe()` decodes the whole memo, which may take a converter of the user's.
  const { workflowExecutionInfo, workflowExtendedInfo } =
    await getClient().workflowService.describeWorkflowExecution({
      namespace: activityInfo().namespace,
      execution: { workflowId: taskId },
    });
  if (workflowExecutionInfo?.firstRunId !== firstRunId) return undefined;
  return workflowExtendedInfo?.cancelRequested ?? false;
}

/** It has ended by itself, or was removed. */
function isGone(error: unknown): boolean {
  return (
    error instanceof WorkflowNotFoundError ||
    (error as { readonly code?: unknown }).code === NOT_FOUND
  );
}

/** The one Activity of the companions; see `core/termination-grace.ts`. */
export async function endExecution(input: EndExecutionInput): Promise<EndExecutionOutcome> {
  const { taskId, firstRunId, graceMs, signal, evenUnasked } = input;
  const handle = getClient().workflow.getHandle(taskId, undefined, {
    firstExecutionRunId: firstRunId,
  });
  try {
    const asked = await wasAsked(input);
    if (asked === undefined) return 'ended';
    if (asked || evenUnasked) {
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
