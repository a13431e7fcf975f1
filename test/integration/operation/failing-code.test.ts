import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner, type Owner } from '../../../src/core/task/viewer.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { testSealer } from '../../support/test-sealer.js';

const CAUSE = 'A bug in the workflow code';

let worker: TestWorker;
let connection: Connection;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  worker = await runTestWorker({ definitions: 'fixtures' });
});

afterAll(async () => {
  await worker.stop();
  await connection.close();
});

interface FailingTask {
  readonly tasks: Tasks;
  readonly by: Owner;
  readonly taskId: string;
  readonly logged: readonly Record<string, unknown>[];
}

async function startFailing(): Promise<FailingTask> {
  const logged: Record<string, unknown>[] = [];
  const log = (details: object, message?: string): void => {
    logged.push({ ...details, message });
  };
  const { tools } = parseManifest(
    `tools: { bad: { workflow: { type: throwPlainError, taskQueue: ${worker.taskQueue} } } }`,
  );
  const tool = tools.get('bad');
  if (!tool) throw new Error('There is no tool.');
  const tasks = createTemporalTasks({
    sealer: testSealer,
    serverName: 'tests',
    client: new Client({ connection }),
    tools,
    secret: randomBytes(32),
    logger: { info: log, warn: log, error: log },
  });
  const owner = randomUUID();
  const { taskId } = await createOwned(tasks, {
    tool,
    workflowArguments: [],
    owner,
    protocolVersion: rev2025.version,
  });
  return { tasks, by: asOwner({ owner }), taskId, logged };
}

describe('a task whose code fails', () => {
  it('tells the operator why, once, and its client that it fails', async () => {
    const { tasks, by, taskId, logged } = await startFailing();

    try {
      await eventually('the operator is told', async () => {
        await tasks.get(by, taskId);
        return logged.length > 0;
      });
      const { statusMessage } = await tasks.get(by, taskId);
      await tasks.get(by, taskId);

      expect(statusMessage).toMatch(/^The workflow cannot go on: its code fails/);
      expect(statusMessage).not.toContain(CAUSE);
      expect(logged).toStrictEqual([
        {
          taskId,
          runId: expect.any(String),
          workflowType: 'throwPlainError',
          taskQueue: worker.taskQueue,
          attempt: expect.any(Number),
          cause: expect.stringMatching(
            /^The Workflow Task failed on the Worker [^ ]+ \(workflow worker unhandled failure\):\s+at throwPlainError [^\n]*$/,
          ),
          message: "A Workflow cannot go on. Temporal's Web UI shows the message",
        },
      ]);
      expect(JSON.stringify(logged)).not.toContain(CAUSE);
    } finally {
      await new Client({ connection }).workflow.getHandle(taskId).terminate();
    }
  });

  it('takes no Query and no Update, and says so', async () => {
    const { tasks, by, taskId } = await startFailing();
    await eventually('its third attempt', async () =>
      /attempt [3-9]/.test((await tasks.get(by, taskId)).statusMessage ?? ''),
    );
    const message = { name: 'any', workflowType: 'throwPlainError', arguments: [] };
    const limits = { limitMs: 5_000, resultWithinMs: 0, signal: AbortSignal.timeout(10_000) };
    const refused = {
      kind: 'refused',
      refusal: {
        why: "The workflow's code fails",
        mend: 'Try again once its operator has mended the code.',
      },
    };

    try {
      for (const kind of ['query', 'update'] as const) {
        const sent = { ...message, ...limits, kind, updateId: randomUUID() };
        expect(await tasks.send(by, taskId, sent)).toEqual(refused);
      }
    } finally {
      await new Client({ connection }).workflow.getHandle(taskId).terminate();
    }
  });
});
