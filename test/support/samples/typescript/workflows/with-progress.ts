/** Batch: a long Activity that reports progress by heartbeats, and ends if it is cancelled. */
import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities.js';

const { fakeProgress } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '500ms',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

export async function runCancellableActivity(sleepIntervalMs: number): Promise<void> {
  await fakeProgress(sleepIntervalMs);
}
