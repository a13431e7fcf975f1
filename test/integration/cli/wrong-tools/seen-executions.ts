import { randomUUID } from 'node:crypto';

import type { Client } from '@temporalio/client';

/** Starts a Workflow of the fixtures. @returns Its Workflow ID. */
type Start = (type: string, args: readonly unknown[], workflowId?: string) => Promise<string>;

/** Starts executions before a check: valid ones of each Workflow Type, and faulty ones of another starter. */
export async function startSeenExecutions(client: Client, start: Start): Promise<void> {
  await start('purchase', [{ item: 'desk', cents: 5 }]);
  const bought = await start('purchase', [{ item: 'chair', cents: 5 }]);
  await client.workflow.getHandle(bought).signal('approve', true, 'fine');
  await client.workflow.getHandle(bought).signal('arrive');
  await start('reportExpenses', [{ approvals: 1 }]);
  const reported = await start('reportExpenses', [{ approvals: 1 }]);
  await client.workflow.getHandle(reported).executeUpdate('decide', { args: ['yes'] });
  await start('cart', []);
  await start('copyFiles', [{ files: 100_000, stepMs: 100 }]);
  const large = await start('returnLargeString', [{ bytes: 100_001 }]);
  await start('nobodyRegisteredThis', []);
  const joined = [
    await start('joinPositional', ['a', 'b', 3]),
    await start('joinPositional', ['c', 'd', 4]),
    await start('writeReport', [{ report: { id: 'r' }, rowCount: 1 }, 5]),
    await start('writeReport', [{ report: { id: 's' }, rowCount: 2 }, 5]),
  ];
  for (const label of [`a${randomUUID()}`, `b${randomUUID()}`]) {
    joined.push(await start('slowCompute', [{ seconds: 0, label }], `compute-${label}`));
  }
  // The code fails without an argument. This execution stays open; the next one is terminated.
  await start('reportExpenses', []);
  const wrong = await start('purchase', [{ itm: 'desk' }]);
  await client.workflow.getHandle(wrong).terminate();
  for (const workflowId of [bought, large, ...joined])
    await client.workflow.getHandle(workflowId).result();
}
