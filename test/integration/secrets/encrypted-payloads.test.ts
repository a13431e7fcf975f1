/** The package's codec, set by the manifest and the environment, in the server, the Worker and the codec server. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { type CliProcess, runCli, startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  TEST_MANIFEST,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { readStored } from '../../support/stored-payloads.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';
import { terminateOpen } from '../../support/with-tasks.js';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CANARY = 'canary-4711';
const newKey = (id: string): string =>
  `${id}=base64:${Buffer.from(randomUUID().replaceAll('-', '')).toString('base64')}`;
const keys = { old: newKey('old'), current: newKey('current') };
const KEYS = 'TEMPORAL_MCP_TASKS_CODEC_KEYS';

const taskQueue = `test-${randomUUID()}`;
const namespace = `test-${randomUUID()}`;
const secret = `${randomUUID()}${randomUUID()}`;
const taskIds: string[] = [];
let folder: TestFolder;
let connection: Connection;
let client: Client;

const startWorker = (codecKeys: string): CliProcess =>
  startCli(
    [
      ...['worker', '--task-queue', taskQueue, '--namespace', namespace],
      ...['--workflows', pathOf('../../../lab/fixtures/workflows/index.ts')],
      ...['--activities', pathOf('../../../dist/lab/fixtures/activities/index.js')],
    ],
    { environment: { [KEYS]: codecKeys } },
  );
const startServer = async (environment: NodeJS.ProcessEnv, manifest = TEST_MANIFEST) =>
  startMcpServer({
    taskQueue,
    manifest,
    environment: {
      TEMPORAL_MCP_TASKS_SECRET: secret,
      TEMPORAL_NAMESPACE: namespace,
      ...environment,
    },
  });
const create = async (mcp: RawMcp, name: string, input: object = {}): Promise<string> => {
  const taskId = await createTask(mcp, name, { arguments: input });
  taskIds.push(taskId);
  return taskId;
};
const compute = async (mcp: RawMcp): Promise<string> =>
  create(mcp, 'slow_compute', { seconds: 0, label: CANARY });
const expectLabel = async (mcp: RawMcp, taskId: string): Promise<void> => {
  const result = await resultOf(mcp.request('tasks/result', { taskId }));
  expect(result).toMatchObject({ structuredContent: { label: CANARY } });
};

beforeAll(async () => {
  folder = await createTestFolder({ keys: `${keys.current}\n${keys.old}\n` });
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection, namespace);
});

afterAll(async () => {
  await terminateOpen(client, taskIds);
  await connection.close();
  await folder.remove();
});

describe('a server and a Worker with a codec key', () => {
  let worker: CliProcess;
  let server: TestServer;
  let mcp: RawMcp;

  beforeAll(async () => {
    worker = startWorker(keys.old);
    [server] = await Promise.all([
      startServer({ [KEYS]: keys.old }),
      worker.untilOutput(/Worker is polling/),
    ]);
    mcp = connectRawHttp(server.url);
  });
  afterAll(async () => {
    await Promise.all([worker.end('SIGTERM'), server.stop()]);
  });

  it('keep everything from Temporal that they give it in payloads', async () => {
    const taskId = await compute(mcp);
    await expectLabel(mcp, taskId);

    const { payloads, text } = await readStored(client, taskId);

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

  it('ask with a question that nobody else can read', async () => {
    const taskId = await create(mcp, 'confirm_delete', { filename: CANARY });
    await untilStatus(mcp, taskId, 'input_required');

    const { payloads, text } = await readStored(client, taskId);

    expect(payloads.map(({ path }) => path)).toContain(
      'workflowPropertiesModifiedEventAttributes.upsertedMemo.fields.mcp.task',
    );
    expect(payloads.filter(({ encoding }) => encoding !== 'binary/encrypted')).toStrictEqual([]);
    expect(text).not.toContain(CANARY);
  });

  it('say why a task failed, of which Temporal knows the type alone', async () => {
    const taskId = await create(mcp, 'fail_in_activity', { maxAttempts: 1 });

    const result = await resultOf(mcp.request('tasks/result', { taskId }));

    const { text } = await readStored(client, taskId);
    const [{ text: message }] = result['content'] as [{ text: string }];
    expect(result['isError']).toBe(true);
    expect(message).not.toContain('Encoded failure');
    expect(text).toContain('Encoded failure');
    expect(text).not.toContain(message.replace(/ \(\w+\)$/, ''));
  });

  it('quote the failure of an activity where the tool says so', async () => {
    const taskId = await create(mcp, 'retry_for_long', { retryMs: 100 });

    const message = await eventually('the failure', async () => {
      const { statusMessage = '' } = await getTask(mcp, taskId);
      return statusMessage.includes('last failure') ? statusMessage : undefined;
    });

    expect(message).not.toContain('Encoded failure');
  });
});

describe('a key that has taken the place of another', () => {
  it('encrypts what is new, while the other one still decrypts', async () => {
    const before = await startServer({ [KEYS]: keys.old });
    const taskId = await compute(connectRawHttp(before.url));
    const openId = await create(connectRawHttp(before.url), 'wait_for_finish');
    await before.stop();
    const worker = startWorker(`${keys.current} ${keys.old}`);
    const after = await startServer({ [`${KEYS}_FILE`]: `${folder.path}/keys` });
    const mcp = connectRawHttp(after.url);

    await expectLabel(mcp, taskId);
    expect(await getTask(mcp, openId)).toMatchObject({ status: 'working' });
    await expectLabel(mcp, await compute(mcp));
    await Promise.all([worker.end('SIGTERM'), after.stop()]);

    const lost = await startServer({ [KEYS]: keys.current });
    const error = await errorOf(connectRawHttp(lost.url).request('tasks/get', { taskId: openId }));
    await lost.stop();
    expect(error.message).toMatch(/^The server is not set up correctly: .*payload codec/);
    expect(lost.log()).toContain('codec key \\"old\\"');
    expect(lost.log()).not.toContain(keys.old.slice(4));
  });
});

describe('a server without any key, where Workers have one', () => {
  it('says to its owner that it is not set up, and to its operator which setting is missing', async () => {
    const worker = startWorker(keys.old);
    const server = await startServer({});
    const mcp = connectRawHttp(server.url);
    const taskId = await compute(mcp);

    // The server reads its own entries, which are not encrypted. Only the result is encrypted.
    const error = await errorOf(mcp.request('tasks/result', { taskId }));
    await Promise.all([worker.end('SIGTERM'), server.stop()]);

    expect(error.message).toMatch(/^The server is not set up correctly: .*payload codec/);
    expect(server.log()).toContain(
      'encrypted with the codec key \\"old\\", and this process has no keys: give it those of the Workers, as TEMPORAL_MCP_TASKS_CODEC_KEYS',
    );
  });
});

describe('server.codec of a manifest', () => {
  const write = async (codec: string): Promise<string> => {
    const tool =
      'defaults: { workflow: { taskQueue: "${TEST_TASK_QUEUE}" } }\ntools: { quick_job: { workflow: quickJob } }';
    await folder.write({
      'codec.yaml': `server: codec.server.yaml\n${tool}\n`,
      'codec.server.yaml': `codec: ${codec}\n`,
    });
    return `${folder.path}/codec.yaml`;
  };
  const [id = '', key = ''] = keys.current.split(/=(.*)/s);

  it('takes a key from the file that a variable names', async () => {
    await folder.write({ key: `${key}\n` });
    const manifest = await write(`[{ id: ${id}, key: '\${ORDERS_KEY}' }]`);
    const server = await startServer({ ORDERS_KEY_FILE: `${folder.path}/key` }, manifest);

    const taskId = await create(connectRawHttp(server.url), 'quick_job');
    await server.stop();

    const { payloads } = await readStored(client, taskId);
    expect(payloads.map(({ encoding }) => encoding)).toContain('binary/encrypted');
  });

  it('is refused beside a variable, and where its file is missing', async () => {
    const manifest = await write(`[{ id: ${id}, key: '\${ORDERS_KEY}' }]`);
    const serve = async (environment: NodeJS.ProcessEnv) =>
      runCli(['serve', '--port', '0', '--manifest', manifest], {
        environment: { TEST_TASK_QUEUE: taskQueue, ...environment },
      });

    const both = await serve({ ORDERS_KEY: key, [KEYS]: keys.old });
    const missing = await serve({ ORDERS_KEY_FILE: '/nowhere/hunter2' });

    expect(both).toMatchObject({ code: 1 });
    expect(both.stderr).toContain(`${KEYS} is set, and the manifest has "server.codec"`);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stderr).toContain('ORDERS_KEY_FILE has to name a file with a secret');
    expect(both.stderr + missing.stderr).not.toMatch(/hunter2|base64:/);
  });
});

describe('the codec server', () => {
  it("shows Temporal's CLI what payloads say, and only on loopback without tokens", async () => {
    const server = await startServer({ [KEYS]: keys.current });
    const taskId = await compute(connectRawHttp(server.url));
    await server.stop();
    const codec = startCli(['codec-server', '--port', '0'], {
      environment: { [KEYS]: keys.current },
    });
    const [, url = ''] = await codec.untilOutput(/"url":"([^"]+)"/);
    const cli = process.env['MCP_TASKS_TEST_TEMPORAL_CLI'] ?? 'temporal';
    const show = async (...args: string[]): Promise<string> => {
      const which = ['workflow', 'show', '--workflow-id', taskId, '--output', 'json'];
      const address = ['--address', temporalAddress(), '--namespace', namespace];
      const { stdout } = await promisify(execFile)(cli, [...which, ...address, ...args]);
      const data = Array.from(stdout.matchAll(/"data": "([^"]*)"/g), ([, text = '']) => text);
      return data.map((text) => Buffer.from(text, 'base64').toString('latin1')).join();
    };

    const plain = await show();
    const decoded = await show('--codec-endpoint', url);
    await codec.end('SIGTERM');
    const open = await runCli(['codec-server', '--port', '0', '--host', '0.0.0.0'], {
      environment: { [KEYS]: keys.current },
    });
    const withoutKeys = await runCli(['codec-server', '--port', '0']);

    expect(plain).not.toContain(CANARY);
    expect(decoded).toContain(CANARY);
    expect(open).toMatchObject({ code: 1 });
    expect(open.stderr).toContain('Everybody who reaches 0.0.0.0 could decrypt all payloads.');
    expect(withoutKeys).toMatchObject({ code: 1 });
    expect(withoutKeys.stderr).toContain('There are no codec keys');
  });
});
