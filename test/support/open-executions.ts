/** Workflow Executions that a test finds in Temporal's visibility, which lags behind the executions. */
import type { Client } from '@temporalio/client';

import { META_MEMO_KEY } from '../../src/core/contract/contract.js';
import { IS_OPEN } from '../../src/temporal/link/open-executions.js';

import { eventually } from './eventually.js';

/**
 * Finds the execution of a call by the call's progress token, because the answer to a plain call has no task ID. An
 * execution of an earlier test may still be listed as running, so that its Task Queue, type and status tell too little.
 *
 * @param taskQueue The Task Queue of the test.
 */
export async function findExecution(
  temporal: Client,
  taskQueue: string,
  progressToken: string,
): Promise<string> {
  const query = `TaskQueue = '${taskQueue}'`;
  return eventually('the execution of the call', async () => {
    for await (const { workflowId, memo } of temporal.workflow.list({ query })) {
      const meta = memo?.[META_MEMO_KEY] as { progressToken?: unknown } | undefined;
      if (meta?.progressToken === progressToken) return workflowId;
    }
    return undefined;
  });
}

/**
 * Terminates the open executions of a query, as the last step of a test file. Skips those that have closed since.
 *
 * @param filter A filter of Temporal's visibility, which this function limits to open executions.
 */
export async function terminateRunning(temporal: Client, filter?: string): Promise<void> {
  const query = filter === undefined ? IS_OPEN : `${filter} AND ${IS_OPEN}`;
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    const handle = temporal.workflow.getHandle(workflowId);
    await handle.terminate('the tests are over').catch(() => undefined);
  }
}
