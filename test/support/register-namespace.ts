import { randomUUID } from 'node:crypto';

import { Client, type ConnectionLike } from '@temporalio/client';
import proto from '@temporalio/proto';

import { eventually } from './eventually.js';

const RETENTION_S = 86_400;

/**
 * Registers a namespace that no other suite has Workers or Search Attributes in, and waits until it can be used. Whoever runs
 * the Worker of this package's own Task Queue with a codec needs one: that queue is one a namespace.
 *
 * @returns A Client for it.
 */
export async function registerNamespace(
  connection: ConnectionLike,
  namespace = `test-${randomUUID()}`,
): Promise<Client> {
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: proto.google.protobuf.Duration.fromObject({
      seconds: RETENTION_S,
    }),
  });
  const client = new Client({ connection, namespace });
  await eventually(`the namespace ${namespace}`, async () =>
    client.workflow.count().then(
      () => true,
      () => undefined,
    ),
  );
  return client;
}
