import { proxyActivities, sleep } from '@temporalio/workflow';

import type { TtlActivities, TtlTarget } from '../../core/task/ttl-end.js';

/** Until it succeeds, or the companion's own time is over. */
const { endExpired } = proxyActivities<TtlActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Ends an execution whose task's time to live is over: this is started with that time as its delay. One that is asked to stop
 * and goes on is terminated, where its tool has a time of grace.
 *
 * Open executions outlive releases: any change to what it does takes `patched`.
 */
export async function endAfterTtl(target: TtlTarget): Promise<void> {
  const outcome = await endExpired({ ...target, step: target.action });
  if (outcome === 'gone' || target.action === 'terminate' || target.graceMs === undefined) return;
  await sleep(target.graceMs);
  await endExpired({ ...target, step: 'terminate' });
}
