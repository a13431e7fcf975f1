import { heartbeat, sleep } from '@temporalio/activity';

/** Interval of heartbeats, in milliseconds. An Activity learns of its cancellation after this delay at most. */
const heartbeatEveryMs = 250;

/**
 * Simulates a slow, interruptible call to another service.
 *
 * It sends heartbeats meanwhile, because an Activity learns of its cancellation from the reply to a heartbeat.
 * The Activity must therefore have a heartbeat timeout.
 *
 * @param durationMs Duration of the call, in milliseconds.
 * @throws {CancelledFailure} once this Activity knows of its cancellation.
 */
export async function simulateWork(durationMs: number): Promise<void> {
  const heartbeats = setInterval(heartbeat, heartbeatEveryMs);
  try {
    await sleep(durationMs);
  } finally {
    clearInterval(heartbeats);
  }
}
