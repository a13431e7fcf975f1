/** A Worker in Python writes NaN, and puts payloads of 1 KiB and more into External Storage. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import proto from '@temporalio/proto';

import { eventually } from '../../support/eventually.js';
import {
  type LanguageWorker,
  startLanguageWorker,
} from '../../support/languages/language-workers.js';
import {
  itIn,
  PAYLOADS,
  PREPARATION_TIMEOUT_MS,
} from '../../support/languages/prepare-language.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  getTask,
  listTaskIds,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';
import { terminateOpen } from '../../support/with-tasks.js';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;
const taskQueue = `test-${randomUUID()}`;
const namespace = `test-${randomUUID()}`;
const taskIds: string[] = [];
/** The size of a state in External Storage, in characters. */
const LARGE = 3_000;

/** Servers that cannot get what the Worker has stored. */
const LACKING = [
  ['without a driver', 'without'],
  ['with a driver of another name', 'other'],
] as const;
const it = itIn('python');

let store: string;
let worker: LanguageWorker;
let connection: Connection;
let client: Client;
/** With the Workers' driver, without any, and with a driver of another name. */
const servers: Partial<Record<'with' | 'without' | 'other', TestServer>> = {};

const serverOf = (name: keyof typeof servers): TestServer => {
  const server = servers[name];
  if (!server) throw new Error(`The server ${name} has not started.`);
  return server;
};
const peer = (name: keyof typeof servers): RawMcp => connectRawHttp(serverOf(name).url);

const create = async (name: string, input: Record<string, unknown> = {}): Promise<string> => {
  const taskId = await createTask(peer('with'), name, { arguments: input });
  taskIds.push(taskId);
  return taskId;
};

const act = async (
  name: keyof typeof servers,
  action: string,
  taskId: string,
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> => {
  const params = { name: action, arguments: { task_id: taskId, ...input } };
  return resultOf(peer(name).request('tools/call', params));
};

beforeAll(async () => {
  store = mkdtempSync(join(tmpdir(), 'payloads-'));
  connection = await Connection.connect({ address: temporalAddress() });
  client = await registerNamespace(connection, namespace);
  const converter = join(PAYLOADS.folder, 'folder-data-converter.mjs');
  const start = async (environment?: NodeJS.ProcessEnv): Promise<TestServer> =>
    startMcpServer({
      taskQueue,
      manifest: join(PAYLOADS.folder, 'manifest.yaml'),
      environment: { TEMPORAL_NAMESPACE: namespace, PAYLOADS_STORE: store, ...environment },
      args: environment ? ['--data-converter', converter] : [],
    });
  // 300 bytes are less than the memo that the server writes.
  servers.with = await start({ PAYLOADS_THRESHOLD: '300' });
  servers.without = await start();
  servers.other = await start({ PAYLOADS_DRIVER: 'other' });
  const environment = { PAYLOADS_STORE: store };
  worker = await startLanguageWorker('python', {
    client,
    taskQueue,
    sources: PAYLOADS,
    environment,
  });
}, PREPARATION_TIMEOUT_MS);

afterAll(async () => {
  await terminateOpen(client, taskIds);
  await Promise.all([worker.stop(), ...Object.values(servers).map(async (one) => one.stop())]);
  await connection.close();
  rmSync(store, { recursive: true, force: true });
});

describe('a Query whose failure a Worker in Python has encoded', () => {
  it.each(['fail', 'lack'])(
    'says so where its SDK does not pass the failure on: %s',
    async (name) => {
      const taskId = await create('show');
      const call = { name, arguments: { task_id: taskId } };

      expect(await resultOf(peer('with').request('tools/call', call))).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('Its worker has encoded the reason') }],
      });
    },
  );
});

describe('NaN and Infinity of Python', () => {
  it('are null in a result, and the log says so', async () => {
    const taskId = await create('average');

    const result = await resultOf(peer('with').request('tasks/result', { taskId }));

    const text = 'no "NaN", -Infinity';
    expect(result['structuredContent']).toStrictEqual({
      mean: null,
      max: null,
      min: null,
      n: 0,
      text,
      // Halves of a character, which UTF-8 cannot carry.
      'cut \ufffd': 'half \ufffd',
    });
    expect(JSON.stringify(result)).not.toContain('\\ud83d');
    expect(await getTask(peer('with'), taskId)).toMatchObject({ status: 'completed' });
    expect(await listTaskIds(peer('with'))).toContain(taskId);
    expect(serverOf('with').log()).toContain('NaN or Infinity');
  });

  it('in the answer of a Query do not keep a question from being asked', async () => {
    const taskId = await create('ask');

    await expect(untilStatus(peer('with'), taskId, 'input_required')).resolves.toBeDefined();
  });

  it('are null in the results of Queries and Updates, and harm no status, progress or state', async () => {
    const taskId = await create('show', { state: true });

    await eventually('the status is there', async () => {
      const { statusMessage } = await getTask(peer('with'), taskId);
      return statusMessage === 'Counting';
    });
    const looked = await act('with', 'look', taskId);
    expect(looked['structuredContent']).toStrictEqual({ waiting: true, mean: null, more: '' });
    const counted = await act('with', 'count', taskId);
    expect(counted['structuredContent']).toStrictEqual({ counted: 7, mean: null, more: '' });
  });
});

describe('bytes of Python', () => {
  it('go to a Worker as bytes where the manifest says so, and come back as a blob', async () => {
    const blob = Buffer.from([0, 255, 128, 10]).toString('base64');
    const taskId = await create('weigh', { content: blob });

    const result = await resultOf(peer('with').request('tasks/result', { taskId }));

    const resource = expect.objectContaining({ mimeType: 'application/octet-stream', blob });
    expect(result['content']).toMatchObject([{ type: 'text' }, { type: 'resource', resource }]);
  });

  it('that are not base64 start nothing', async () => {
    const params = { name: 'weigh', arguments: { content: 'not base64' }, task: {} };

    const { message } = await errorOf(peer('with').request('tools/call', params));

    expect(message).toContain('"content" is not base64');
  });
});

describe('External Storage of Python', () => {
  it('gives results, Queries, Updates, memos and heartbeats through --data-converter', async () => {
    const text = 'x'.repeat(5_000);
    const reported = await create('report', { text });
    const result = await resultOf(peer('with').request('tasks/result', { taskId: reported }));
    expect(result['structuredContent']).toStrictEqual({ report: text, given: 5_000 });

    const taskId = await create('show', { size: LARGE });
    await eventually('the memo is there', async () => {
      const { statusMessage } = await getTask(peer('with'), taskId);
      return statusMessage === 'It is packing';
    });
    const more = 'x'.repeat(LARGE);
    const beating = await create('beat', { size: LARGE });
    await eventually('the heartbeat is there', async () => {
      const { statusMessage } = await getTask(peer('with'), beating);
      return statusMessage === '3 done';
    });
    const looked = await act('with', 'look', taskId);
    expect(looked['structuredContent']).toStrictEqual({ waiting: true, mean: null, more });
    const counted = await act('with', 'count', taskId);
    expect(counted['structuredContent']).toStrictEqual({ counted: 7, mean: null, more });
  });

  it('gives what a reference of earlier SDKs names', async () => {
    const key = `secret-key-${randomUUID()}`;
    const stored = defaultPayloadConverter.toPayload({ found: true });
    writeFileSync(join(store, key), PayloadMessage.encode(stored).finish());
    const taskId = await create('earlier', { key });

    const result = await resultOf(peer('with').request('tasks/result', { taskId }));

    expect(result['structuredContent']).toStrictEqual({ found: true });
  });

  it('never has what the server itself writes, but the arguments', async () => {
    const taskId = await create('report', { text: 'x'.repeat(2_000) });

    const { events } = await client.workflow.getHandle(taskId).fetchHistory();

    const { memo, input } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    const encodings = [memo?.fields?.['mcp.meta'], input?.payloads?.[0]].map((payload) =>
      Buffer.from(payload?.metadata?.['encoding'] ?? []).toString(),
    );
    expect(encodings).toStrictEqual(['json/plain', 'json/protobuf']);
    expect(await listTaskIds(peer('without'))).toContain(taskId);
  });

  it('takes large arguments of messages, which the Worker gets', async () => {
    const taskId = await create('show');

    const measured = await act('with', 'measure', taskId, { text: 'x'.repeat(LARGE) });

    expect(measured['structuredContent']).toStrictEqual({ length: LARGE });
    const { events } = await client.workflow.getHandle(taskId).fetchHistory();
    const [payload] = (events ?? []).flatMap(
      ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) =>
        accepted?.acceptedRequest?.input?.args?.payloads ?? [],
    );
    expect(Buffer.from(payload?.metadata?.['encoding'] ?? []).toString()).toBe('json/protobuf');
  });

  it('that refuses lets a call fail as unavailable, before anything was sent', async () => {
    const params = { name: 'report', arguments: { text: 'x'.repeat(5_000) }, task: {} };
    renameSync(store, `${store}-away`);
    const refused = await errorOf(peer('with').request('tools/call', params));
    renameSync(`${store}-away`, store);

    expect(refused.code).toBe(-32603);
    expect(refused.message).toMatch(/^External Storage cannot store .*nothing was sent.*Try again/);
    expect(refused.message).not.toContain('secret-key');
  });

  it('of a driver that the server lacks is named', async () => {
    const taskId = await create('report');
    await untilStatus(peer('with'), taskId, 'completed');

    const { statusMessage } = await getTask(peer('other'), taskId);

    expect(statusMessage).toContain('External Storage "folder", and this server has no driver');
  });

  it.each(LACKING)(
    'leaves a task completed on a server %s, and names cause and mend',
    async (_what, name) => {
      const taskId = await create('report');
      await untilStatus(peer('with'), taskId, 'completed');

      const task = await getTask(peer(name), taskId);
      const result = await resultOf(peer(name).request('tasks/result', { taskId }));

      expect(task).toMatchObject({ status: 'completed' });
      expect(task.statusMessage).toMatch(/The work is done.*External Storage.*--data-converter/);
      expect(result).toMatchObject({ isError: true, content: [{ text: task.statusMessage }] });
      expect(JSON.stringify([task, result])).not.toContain('secret-key');
      expect(await listTaskIds(peer(name))).toContain(taskId);
      expect(serverOf(name).log()).toMatch(/External Storage/);
    },
  );

  it('that fails leaves a task completed, and gives its result once it works again', async () => {
    const taskId = await create('report');
    await untilStatus(peer('without'), taskId, 'completed');

    renameSync(store, `${store}-away`);
    const broken = await resultOf(peer('with').request('tasks/result', { taskId }));
    const task = await getTask(peer('with'), taskId);
    renameSync(`${store}-away`, store);
    const mended = await resultOf(peer('with').request('tasks/result', { taskId }));

    const text = expect.stringMatching(/External Storage.*Try again later.*--data-converter/);
    expect(broken).toMatchObject({ isError: true, content: [{ text }] });
    expect(task).toMatchObject({ status: 'completed', statusMessage: text });
    expect(JSON.stringify(broken) + serverOf('with').log()).not.toContain('secret-key');
    expect(mended['structuredContent']).toMatchObject({ given: 0 });
  });

  it('is named by check if its driver is missing', async () => {
    const args = ['--manifest', join(PAYLOADS.folder, 'manifest.yaml'), '--namespace', namespace];

    const { stdout } = await runCli(['check', ...args], {
      environment: { TEST_TASK_QUEUE: taskQueue },
    });

    expect(stdout).toMatch(/cannot read the result of the workflow.*External Storage.*--data-conv/);
    expect(stdout).toMatch(/cannot read the answer of Query .+look.+External Storage/);
    expect(stdout).not.toMatch(/claimData|secret-key/);
  });

  it.each(LACKING)(
    'is never data on a server %s: Query, Update, status, heartbeat, question',
    async (_what, name) => {
      const taskId = await create('show', { size: LARGE });
      const asking = await create('ask', { size: LARGE });
      const beating = await create('beat', { size: LARGE });

      const looked = await act(name, 'look', taskId);
      const counted = await act(name, 'count', taskId);

      const why = /External Storage.*--data-converter/;
      expect(looked).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(why) }],
      });
      const done = expect.stringMatching(
        /has done count, so don't call it again.*External Storage/,
      );
      expect(counted).toMatchObject({ isError: true, content: [{ text: done }] });
      const tasks = await Promise.all(
        [taskId, asking, beating].map(async (id) =>
          eventually('the status says why', async () => {
            const task = await getTask(peer(name), id);
            return why.test(task.statusMessage ?? '') ? task : undefined;
          }),
        ),
      );
      const log = serverOf(name).log();
      expect(JSON.stringify([looked, counted, tasks, log])).not.toContain('secret-key');
    },
  );
});
