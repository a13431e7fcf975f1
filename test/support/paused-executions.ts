import { randomUUID } from 'node:crypto';

import { type Client, Connection } from '@temporalio/client';

import { temporalAddress } from './start-mcp-server.js';

/** gRPC's code for an unknown execution. */
const NOT_FOUND = 5;

async function probe(): Promise<boolean> {
  const connection = await Connection.connect({ address: temporalAddress() });
  const unknown = { namespace: 'default', workflowId: randomUUID(), requestId: randomUUID() };
  try {
    await connection.workflowService.pauseWorkflowExecution(unknown);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === NOT_FOUND;
  } finally {
    await connection.close();
  }
}

/** Services before 1.30 cannot pause a Workflow. Newer ones can, if `frontend.WorkflowPauseEnabled` is set. */
export const canPause = await probe();

/** Ends the titles of tests that need it. */
export const whyNoPause = canPause
  ? ''
  : ' (skipped: this Temporal Service cannot pause Workflows)';

export async function pauseWorkflow(
  { workflowService, options: { namespace } }: Client,
  workflowId: string,
): Promise<void> {
  await workflowService.pauseWorkflowExecution({ namespace, workflowId, requestId: randomUUID() });
}

export async function unpauseWorkflow(
  { workflowService, options: { namespace } }: Client,
  workflowId: string,
): Promise<void> {
  const requestId = randomUUID();
  await workflowService.unpauseWorkflowExecution({ namespace, workflowId, requestId });
}
