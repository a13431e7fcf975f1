import { activityInfo, getClient } from '@temporalio/activity';

interface Timestamp {
  readonly seconds?: { toString(): string } | null | undefined;
  readonly nanos?: number | null | undefined;
}

function toMs({ seconds, nanos }: Timestamp): number {
  return Number(String(seconds ?? 0)) * 1_000 + (nanos ?? 0) / 1e6;
}

/** When Temporal has handed the attempt of the Activity to this Worker. `undefined`: it doesn't say. */
async function readStartedMs(): Promise<number | undefined> {
  const { namespace, workflowExecution, activityId } = activityInfo();
  if (!workflowExecution) return undefined;
  const { pendingActivities } = await getClient().workflowService.describeWorkflowExecution({
    namespace,
    execution: workflowExecution,
  });
  const own = pendingActivities.find((one) => one.activityId === activityId);
  return own?.lastStartedTime ? toMs(own.lastStartedTime) : undefined;
}

/**
 * Reads a clock that runs from the time at which Temporal has handed the attempt of the Activity to this Worker. It is
 * never ahead. Changes of the Worker's own clock don't matter, and the attempt may have waited for the Worker for days.
 */
export async function readTemporalTime(): Promise<() => number> {
  const beganMs = performance.now();
  const { currentAttemptScheduledTimestampMs: scheduledMs } = activityInfo();
  const startedMs = (await readStartedMs()) ?? scheduledMs;
  return () => startedMs + performance.now() - beganMs;
}
