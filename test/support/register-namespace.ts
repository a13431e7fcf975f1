import { randomUUID } from 'node:crypto';

import { Client, type ConnectionLike } from '@temporalio/client';
import proto from '@temporalio/proto';

import { eventually } from './eventually.js';

const RETENTION_S = 86_400;

/**
 * Registers a namespace without Workers or Search Attributes of other suites, and waits until it is ready. A test that
 * runs this package's own Worker with a codec needs one: a namespace has one Task Queue of this package.
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
