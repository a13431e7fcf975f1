import { proxyActivities, sleep } from '@temporalio/workflow';

import type { GraceActivities, GraceTarget } from '../../core/task/termination-grace.js';

/** Retries until the companion's own timeout, so that an outage does not keep a task alive. */
const { endExecution } = proxyActivities<GraceActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Terminates an execution whose time of grace is over. The start of this Workflow has that time as its delay. If the
 * execution's current run was not asked to stop, it is asked now, and terminated after the same time.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function terminateAfterGrace(target: GraceTarget): Promise<void> {
  const outcome = await endExecution({ ...target, evenUnasked: false });
  if (outcome === 'ended') return;
  await sleep(target.graceMs);
  await endExecution({ ...target, evenUnasked: true });
}
