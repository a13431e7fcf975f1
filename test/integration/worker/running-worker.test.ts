import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import * as activities from '../../../activities/index.js';
import { startWorker } from '../../../src/worker/run-worker.js';
import { workflowsPath } from '../../../src/worker/workflows-path.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

let connection: Connection;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
});

afterAll(() => connection.close());

const signals = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR2'];
const listeners = () => signals.map((signal) => process.listenerCount(signal));

describe('startWorker', () => {
  it('runs Workflows straight from their source until it is stopped, any number of times', async () => {
    const before = listeners();
    const taskQueue = `test-${randomUUID()}`;
    const worker = await startWorker({
      connection: { address: temporalAddress() },
      taskQueue,
      workflowsPath,
      activities,
    });

    const result: unknown = await new Client({ connection }).workflow.execute('importRecords', {
      workflowId: `test-${randomUUID()}`,
      taskQueue,
      args: [{ fileName: 'customers.csv', failures: 0, attemptMs: 0 }],
    });

    expect(result).toMatchObject({ attempts: 1 });
    expect(listeners()).toStrictEqual(before);
    await Promise.all([worker.stop(), worker.stop()]);
    await worker.stop();
    await expect(worker.stopped).resolves.toBeUndefined();
  });

  it('rejects when the namespace does not exist', async () => {
    const start = startWorker({
      connection: { address: temporalAddress() },
      namespace: `missing-${randomUUID()}`,
      taskQueue: 'never-polled',
      workflowsPath,
      activities,
    });

    await expect(start).rejects.toThrow(/namespace/i);
  });
});
