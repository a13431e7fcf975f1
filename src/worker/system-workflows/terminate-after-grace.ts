import { proxyActivities, sleep } from '@temporalio/workflow';

import type { GraceActivities, GraceTarget } from '../../core/task/termination-grace.js';

/** Until it succeeds, or the companion's own time is over: an outage must not save a task from its end. */
const { endExecution } = proxyActivities<GraceActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Ends an execution whose time of grace is over: this is started with that time as its delay. One whose current run
 * was not asked to stop is asked now, and ended when the same time has passed again.
 *
 * Open executions outlive releases: any change to what it does takes `patched`.
 */
export async function terminateAfterGrace(target: GraceTarget): Promise<void> {
  const outcome = await endExecution({ ...target, evenUnasked: false });
  if (outcome === 'ended') return;
  await sleep(target.graceMs);
  await endExecution({ ...target, evenUnasked: true });
}
