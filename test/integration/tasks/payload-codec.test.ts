import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { type CliProcess, startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTask, errorOf, getTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { terminateOpen } from '../../support/with-tasks.js';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const taskQueue = `test-${randomUUID()}`;
const namespace = `test-${randomUUID()}`;
const secret = `${randomUUID()}${randomUUID()}`;
const converter = ['--data-converter', pathOf('../../support/encrypting-data-converter.mjs')];
const taskIds: string[] = [];

let worker: CliProcess;
let withCodec: TestServer;
let withoutCodec: TestServer;
let connection: Connection;
let client: Client;
let mcp: RawMcp;

const start = async (args: readonly string[]): Promise<TestServer> =>
  startMcpServer({
    taskQueue,
    args,
    environment: { TEMPORAL_MCP_TASKS_SECRET: secret, TEMPORAL_NAMESPACE: namespace },
  });

const create = async (name: string, input: Record<string, unknown>): Promise<string> => {
  const taskId = await createTask(mcp, name, { arguments: input });
  taskIds.push(taskId);
  return taskId;
};

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection, namespace);
  worker = startCli([
    ...['worker', '--task-queue', taskQueue, '--namespace', namespace, ...converter],
    ...['--workflows', pathOf('../../../lab/fixtures/workflows/index.ts')],
    ...['--activities', pathOf('../../../dist/lab/fixtures/activities/index.js')],
  ]);
  [withCodec, withoutCodec] = await Promise.all([
    start(converter),
    start([]),
    worker.untilOutput(/Worker is polling/),
  ]);
  mcp = connectRawHttp(withCodec.url);
});

afterAll(async () => {
  await terminateOpen(client, taskIds);
  await Promise.all([worker.end('SIGTERM'), withCodec.stop(), withoutCodec.stop()]);
  await connection.close();
});

describe('a server and a worker with the same payload codec', () => {
  it('run a task from its arguments to its result, and Temporal sees neither', async () => {
    const taskId = await create('slow_compute', { seconds: 0, label: 'top secret' });

    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    expect(result).toMatchObject({ structuredContent: { label: 'top secret' } });
    expect(await getTask(mcp, taskId)).toMatchObject({ status: 'completed' });
    const { events } = await client.workflow.getHandle(taskId).fetchHistory();
    const payloads = [
      events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0],
      events?.[0]?.workflowExecutionStartedEventAttributes?.memo?.fields?.['mcp.meta'],
      events?.at(-1)?.workflowExecutionCompletedEventAttributes?.result?.payloads?.[0],
    ];
    expect(payloads.map((payload) => String(payload?.metadata?.['encoding']))).toStrictEqual(
      Array.from({ length: 3 }, () => 'binary/encrypted'),
    );
    expect(JSON.stringify(events)).not.toContain('top secret');
  });
});

describe('a server without the payload codec', () => {
  it.each(['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list'])(
    'answers %s with a configuration error and not as if there were no such task',
    async (method) => {
      const open = await create('wait_for_finish', {});
      const closed = await create('quick_job', {});
      await resultOf(mcp.request('tasks/result', { taskId: closed }));
      const blind = connectRawHttp(withoutCodec.url);

      for (const taskId of [open, closed]) {
        const params = method === 'tasks/list' ? {} : { taskId };
        const error = await errorOf(blind.request(method, params));

        expect(error.code).toBe(-32603);
        expect(error.message).toMatch(/^The server is not set up correctly: .*payload codec/);
      }
      expect(withoutCodec.log()).toContain('A request failed');
    },
  );
});
