import { activityInfo } from '@temporalio/activity';

/**
 * A clock that runs from the time at which Temporal has scheduled the attempt of the Activity. It may be behind by the
 * time that the attempt waited for the Worker, and is never ahead. Changes of the Worker's own clock don't matter.
 */
export function temporalTime(): () => number {
  const { currentAttemptScheduledTimestampMs: scheduledMs } = activityInfo();
  const beganMs = performance.now();
  return () => scheduledMs + performance.now() - beganMs;
}
