import { heartbeat, sleep } from '@temporalio/activity';

/** How often simulated work heartbeats, in milliseconds: cancellation reaches an Activity no sooner. */
const heartbeatEveryMs = 250;

/**
 * Stands in for a slow call to the outside world that can be broken off.
 *
 * Heartbeats while it lasts, because the reply to a heartbeat is how an Activity learns that it
 * was cancelled; the Activity must therefore have a heartbeat timeout.
 *
 * @param durationMs How long the call takes, in milliseconds.
 * @throws {CancelledFailure} as soon as the cancellation of this Activity is known.
 */
export async function simulateWork(durationMs: number): Promise<void> {
  const heartbeats = setInterval(heartbeat, heartbeatEveryMs);
  try {
    await sleep(durationMs);
  } finally {
    clearInterval(heartbeats);
  }
}
