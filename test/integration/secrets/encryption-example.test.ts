/** The data converter of `examples/encryption`, in the server and the Worker, by `--data-converter`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { readStored, readStoredActivity } from '../../support/payloads/stored-payloads.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { hasActivities } from '../../support/standalone-activities.js';
import { type CliProcess, startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { terminateOpen } from '../../support/with-tasks.js';

const itWithActivities = hasActivities ? it : it.skip;

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CANARY = 'canary-4711';

const taskQueue = `test-${randomUUID()}`;
const namespace = `test-${randomUUID()}`;
const environment = {
  TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}`,
  TEMPORAL_NAMESPACE: namespace,
  PAYLOAD_KEY: randomBytes(32).toString('base64'),
};
const converter = [
  '--data-converter',
  pathOf('../../../examples/encryption/data-converter.mjs'),
] as const;
const taskIds: string[] = [];

let worker: CliProcess;
let encrypting: TestServer;
let plain: TestServer;
let connection: Connection;
let client: Client;
let mcp: RawMcp;

const start = async (args: readonly string[]): Promise<TestServer> =>
  startMcpServer({ taskQueue, args, environment });

const create = async (name: string, input: Record<string, unknown>): Promise<string> => {
  const taskId = await createTask(mcp, name, { arguments: input });
  taskIds.push(taskId);
  return taskId;
};

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection, namespace);
  worker = startCli(
    [
      ...['worker', '--task-queue', taskQueue, ...converter],
      ...['--workflows', pathOf('../../../lab/fixtures/workflows/index.ts')],
      ...['--activities', pathOf('../../../dist/lab/fixtures/activities/index.js')],
    ],
    { environment },
  );
  [encrypting, plain] = await Promise.all([
    start(converter),
    start([]),
    worker.untilOutput(/Worker is polling/),
  ]);
  mcp = connectRawHttp(encrypting.url);
});

afterAll(async () => {
  await terminateOpen(client, taskIds);
  await Promise.all([worker.end('SIGTERM'), encrypting.stop(), plain.stop()]);
  await connection.close();
});

describe('a server and a Worker with the data converter of the example', () => {
  it('keep everything from Temporal that they give it in payloads', async () => {
    const taskId = await create('slow_compute', { seconds: 0, label: CANARY });
    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    const { payloads, text } = await readStored(client, taskId);

    expect(result).toMatchObject({ structuredContent: { label: CANARY } });
    expect(payloads.filter(({ encoding }) => encoding !== 'binary/encrypted')).toStrictEqual([]);
    expect(new Set(payloads.map(({ path }) => path))).toStrictEqual(
      new Set([
        'workflowExecutionStartedEventAttributes.input.payloads.*',
        'workflowExecutionStartedEventAttributes.memo.fields.mcp.meta',
        'userMetadata.summary',
        'workflowExecutionCompletedEventAttributes.result.payloads.*',
      ]),
    );
    expect(text).not.toContain(CANARY);
    expect(text).toContain('slowCompute');
  });

  itWithActivities('keep the payloads of a Standalone Activity from Temporal, too', async () => {
    const taskId = await create('compute_alone', { seconds: 0, label: CANARY });
    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    const { payloads, text } = await readStoredActivity(client, taskId);

    expect(result).toMatchObject({ structuredContent: { label: CANARY } });
    expect(payloads.filter(({ encoding }) => encoding !== 'binary/encrypted')).toStrictEqual([]);
    expect(new Set(payloads.map(({ path }) => path))).toStrictEqual(
      new Set([
        'input.payloads.*',
        'outcome.result.payloads.*',
        'info.header.fields.mcp.meta',
        'info.heartbeatDetails.payloads.*',
        'info.userMetadata.summary',
      ]),
    );
    expect(text).not.toContain(CANARY);
    expect(text).toContain('computeSlowly');
  });

  it('ask with a question that nobody else can read', async () => {
    const taskId = await create('confirm_delete', { filename: CANARY });
    await untilStatus(mcp, taskId, 'input_required');

    const { payloads, text } = await readStored(client, taskId);

    expect(payloads.map(({ path }) => path)).toContain(
      'workflowPropertiesModifiedEventAttributes.upsertedMemo.fields.mcp.task',
    );
    expect(payloads.filter(({ encoding }) => encoding !== 'binary/encrypted')).toStrictEqual([]);
    expect(text).not.toContain(CANARY);
  });

  it('say why a task failed, of which Temporal knows the type alone', async () => {
    const taskId = await create('fail_in_activity', { maxAttempts: 1 });

    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    const { text } = await readStored(client, taskId);
    const [{ text: message }] = result['content'] as [{ text: string }];
    expect(result['isError']).toBe(true);
    expect(message).not.toContain('Encoded failure');
    expect(text).toContain('Encoded failure');
    expect(text).not.toContain(message.replace(/ \(\w+\)$/, ''));
  });

  it('quote the failure of an Activity where the tool says so', async () => {
    const taskId = await create('retry_for_long', { retryMs: 100 });

    const message = await eventually('the failure', async () => {
      const { statusMessage = '' } = await getTask(mcp, taskId);
      return statusMessage.includes('last failure') ? statusMessage : undefined;
    });

    expect(message).not.toContain('Encoded failure');
  });
});

describe('a server without the data converter of its Workers', () => {
  it.each(['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'])(
    'answers %s with a configuration error and not as if there were no such task',
    async (method) => {
      const open = await create('wait_for_finish', {});
      const closed = await create('quick_job', {});
      const activity = await create('compute_alone', { seconds: 0, label: '' });
      for (const taskId of [closed, activity]) {
        await resultOf(mcp.request('tasks/result', { taskId }));
      }
      const blind = connectRawHttp(plain.url);

      for (const taskId of [open, closed, activity]) {
        const params = method === 'tasks/list' ? {} : { taskId };
        const error = await errorOf(blind.request(method, params));

        expect(error.code).toBe(-32603);
        expect(error.message).toMatch(/^The server is not set up correctly: .*payload codec/);
      }
      expect(plain.log()).toContain('A request failed');
    },
  );
});
