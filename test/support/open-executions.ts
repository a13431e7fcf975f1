/** Workflow Executions that a test finds in Temporal's visibility, which lags behind the executions. */
import type { Client } from '@temporalio/client';

import { META_MEMO_KEY } from '../../src/core/contract/contract.js';
import { IS_OPEN } from '../../src/temporal/link/open-executions.js';

import { eventually } from './eventually.js';

/** A call that is about to be made. */
export interface CallToFind {
  readonly tool: string;
  /** ISO 8601; a time before the call, and after all earlier ones of the tool. */
  readonly since: string;
}

/** Takes the time before a call, by which {@link findExecution} finds it. */
export function beforeCall(tool: string): CallToFind {
  return { tool, since: new Date().toISOString() };
}

/**
 * Finds the execution of a call by its tool and time, because the answer to a plain call has no task ID. An execution
 * of an earlier test may still be listed as running, so that its Task Queue, type and status tell too little.
 *
 * @param taskQueue The Task Queue of the test.
 */
export async function findExecution(
  temporal: Client,
  taskQueue: string,
  { tool, since }: CallToFind,
): Promise<string> {
  const query = `TaskQueue = '${taskQueue}' AND StartTime >= '${since}'`;
  return eventually('the execution of the call', async () => {
    for await (const { workflowId, memo } of temporal.workflow.list({ query })) {
      const meta = memo?.[META_MEMO_KEY] as { toolName?: unknown } | undefined;
      if (meta?.toolName === tool) return workflowId;
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
