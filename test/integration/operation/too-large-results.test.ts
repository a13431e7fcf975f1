/** Results that Temporal does not take, of a Worker with the SDK's own settings. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as workerLibrary from '@temporalio/worker';

import { asOwner } from '../../../src/core/task/viewer.js';
import { installRuntime } from '../../../src/worker/install-runtime.js';
import { eventually } from '../../support/eventually.js';
import { bundleTestWorkflows } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { withTasks } from '../../support/with-tasks.js';

/** Above the limit of a payload, which newest services tell their Workers, and of a request, which all have. */
const BYTES = 5_000_000;

const given = withTasks({ worker: false });
let connection: workerLibrary.NativeConnection;
let worker: workerLibrary.Worker;
let running: Promise<void>;

beforeAll(async () => {
  installRuntime(workerLibrary);
  connection = await workerLibrary.NativeConnection.connect({ address: temporalAddress() });
  worker = await workerLibrary.Worker.create({
    connection,
    taskQueue: given().taskQueue,
    identity: randomUUID(),
    workflowBundle: { codePath: await bundleTestWorkflows('fixtures') },
  });
  running = worker.run();
});

afterAll(async () => {
  worker.shutdown();
  await running;
  await connection.close();
});

describe('a task with a result that its Worker cannot send', () => {
  it('says why it does not end, and what its operator can do', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('return_large_string', { bytes: BYTES });

    const task = await eventually('it is stuck', async () => {
      const read = await connect().get(asOwner({ owner }), taskId);
      return read.isStuck ? read : undefined;
    });

    expect(task).toHaveProperty('phase', 'working');
    expect(task.statusMessage).toMatch(
      /^The workflow cannot go on: its worker sends a value that is too large \((payloads|grpc message) too large\) \(attempt \d+\)\. Its Worker can keep such values in External Storage/,
    );
  });
});
