import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';

import type { KeeperActivities, KeeperInput } from '../../core/question/deadline-keeper.js';

/** Length of the first wait, in milliseconds. Each further one is twice as long. */
const FIRST_WAIT_MS = 30_000;
/** Maximum length of a wait, in milliseconds. After the death of a Worker, its tasks' declines may be this late. */
const MAX_WAIT_MS = 10 * 60_000;
/** Time for reads and answers beyond the wait, in milliseconds. */
const ACT_MS = 30_000;

/**
 * Declines the questions of one task whose time is over.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function keepDeadlines(input: KeeperInput): Promise<void> {
  const { taskQueue, ...task } = input;
  let { declinedKeys = [], seenKeys } = input;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const { declineOverdue } = proxyActivities<KeeperActivities>({
      taskQueue,
      startToCloseTimeout: waitMs + ACT_MS,
      retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    });
    const declined = await declineOverdue({ ...task, declinedKeys, seenKeys, waitMs });
    if (declined.isOver) return;
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
    ({ declinedKeys, seenKeys } = declined);
    if (workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof keepDeadlines>({ ...input, declinedKeys, seenKeys });
    }
  }
}
