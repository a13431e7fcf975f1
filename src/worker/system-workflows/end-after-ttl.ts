import { proxyActivities, sleep } from '@temporalio/workflow';

import type { TtlActivities, TtlTarget } from '../../core/task/ttl-end.js';

/** Retries until the companion's own timeout. */
const { endExpired } = proxyActivities<TtlActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Ends an execution whose task's time to live is over. The start of this Workflow has that time as its delay. If the
 * tool has a time of grace, an execution that was only asked to stop is terminated after it.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function endAfterTtl(target: TtlTarget): Promise<void> {
  const outcome = await endExpired({ ...target, step: target.action });
  if (outcome === 'gone' || target.action === 'terminate' || target.graceMs === undefined) return;
  await sleep(target.graceMs);
  await endExpired({ ...target, step: 'terminate' });
}
