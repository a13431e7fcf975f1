import type { WorkflowService } from '@temporalio/client';
import type { Payload } from '@temporalio/common';

import { isUnimplemented, taskNotFound } from '../link/from-temporal-error.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** One describe of a Standalone Activity, with all its parts. */
export type ReadActivity = Awaited<ReturnType<WorkflowService['describeActivityExecution']>>;

/** The parts that tasks consist of. */
export const ACTIVITY_PARTS = {
  includeOutcome: true,
  includeHeartbeatDetails: true,
  includeLastFailure: true,
} as const;

/**
 * The read is strongly consistent, and needs no Worker.
 *
 * @param runId Default: the latest run.
 * @throws {TaskError} `taskNotFound` also for a service without Standalone Activities.
 */
export async function readActivity(
  calls: TemporalCalls,
  activityId: string,
  runId?: string,
): Promise<ReadActivity> {
  try {
    return await calls.run(async ({ workflowService, options: { namespace } }) =>
      workflowService.describeActivityExecution({
        namespace,
        activityId,
        runId: runId ?? '',
        ...ACTIVITY_PARTS,
      }),
    );
  } catch (error) {
    throw isUnimplemented(error) ? taskNotFound(error) : error;
  }
}

/** The payloads of its arguments. */
export async function readActivityInput(
  calls: TemporalCalls,
  activityId: string,
  runId: string,
): Promise<readonly Payload[]> {
  const { input } = await calls.run(async ({ workflowService, options: { namespace } }) =>
    workflowService.describeActivityExecution({ namespace, activityId, runId, includeInput: true }),
  );
  return input?.payloads ?? [];
}

/** Returns a mark that changes with the Activity. */
export async function lookAtActivity(calls: TemporalCalls, activityId: string): Promise<string> {
  const { runId, info } = await calls.run(async ({ workflowService, options: { namespace } }) =>
    workflowService.describeActivityExecution({ namespace, activityId }),
  );
  return `${runId} ${info?.status ?? ''} ${String(info?.stateTransitionCount)}`;
}
