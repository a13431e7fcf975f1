import { Connection } from '@temporalio/client';

import { temporalAddress } from './start-mcp-server.js';

async function probe(): Promise<boolean> {
  const connection = await Connection.connect({ address: temporalAddress() });
  try {
    const { namespaceInfo } = await connection.workflowService.describeNamespace({
      namespace: 'default',
    });
    return namespaceInfo?.capabilities?.standaloneActivities === true;
  } finally {
    await connection.close();
  }
}

/** Services before 1.31 have no Standalone Activities. */
export const hasActivities = await probe();
