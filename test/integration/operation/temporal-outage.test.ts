import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { type DevServer, startDevServer } from '../../../src/cli/dev-server.js';
import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { encodeTaskId, RANDOM_PART_BYTES } from '../../../src/core/task/task-id.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { post26, readAnswer } from '../../support/auth/with-protected-server.js';
import { eventually, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { connectRawHttp, type RawMcp, type RawMessage } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  TEST_SECRET,
  type TestServer,
  type TestServerOptions,
} from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  finish,
  getTask,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { suspendProcess } from '../../support/suspend-process.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

/** The limit of one Temporal call is 10 s; whatever a request needs of them has to fit in here. */
const OUTAGE_ANSWER_MS = 18_000;

const taskQueue = `test-${randomUUID()}`;

let folder: TestFolder;
let port: number;
let devServers: DevServer[];
let server: TestServer;
let mcp: RawMcp;

beforeEach(async () => {
  folder = await createTestFolder();
  port = await findQuietPort();
  devServers = [];
});

afterEach(async () => {
  await server.kill();
  for (const devServer of devServers) kill(devServer, 'SIGKILL');
  await Promise.all(devServers.map((devServer) => devServer.stop()));
  await folder.remove();
});

/** Always the same one, on the same port and with the same data. */
const startTemporal = async (): Promise<DevServer> => {
  const databasePath = join(folder.path, 'temporal.db');
  const devServer = await startDevServer({ port, databasePath });
  devServers.push(devServer);
  return devServer;
};

const kill = ({ pid }: DevServer, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has gone already.
  }
};

const startServer = async (options: Pick<TestServerOptions, 'manifest'> = {}): Promise<void> => {
  server = await startMcpServer({
    taskQueue,
    temporalAddress: `127.0.0.1:${port}`,
    ...options,
  });
  mcp = connectRawHttp(server.url);
};

/** An ID of the right form, for which the server has to ask Temporal. */
const unusedId = (): string => {
  const tag = new TaskIdFactory(Buffer.from(TEST_SECRET)).ownerTag(LOCAL_OWNER);
  return encodeTaskId(tag, randomBytes(RANDOM_PART_BYTES));
};

const requests: readonly (readonly [string, () => Promise<RawMessage>])[] = [
  ['a call as a task', () => mcp.request('tools/call', { name: 'quick_job', task: {} })],
  ['a plain call', () => mcp.request('tools/call', { name: 'quick_job' })],
  ['tasks/get', () => mcp.request('tasks/get', { taskId: unusedId() })],
  ['tasks/cancel', () => mcp.request('tasks/cancel', { taskId: unusedId() })],
  ['tasks/list', () => mcp.request('tasks/list', {})],
  [
    'subscriptions/listen',
    async () => {
      const params = { notifications: { taskIds: [unusedId()] } };
      const signal = AbortSignal.timeout(OUTAGE_ANSWER_MS);
      const sent = await post26(server.url, { method: 'subscriptions/listen', params, signal });
      return (await readAnswer(sent)).message;
    },
  ],
];

/** Sends each request at the same time, and returns what each came to. */
const answersInOutage = async (): Promise<Record<string, unknown>> => {
  const startedAtMs = Date.now();
  const answers = await Promise.all(
    requests.map(async ([name, send]) => {
      const { error, result } = await send();
      const inTime = Date.now() - startedAtMs < OUTAGE_ANSWER_MS;
      return [name, { answer: error ?? result, inTime }] as const;
    }),
  );
  return Object.fromEntries(answers);
};

const UNAVAILABLE = {
  inTime: true,
  answer: {
    code: -32603,
    message: 'Temporal does not answer at the moment. Tasks are not lost: try again in 5 seconds.',
    data: { retryAfterMs: 5_000 },
  },
};
/** Nobody is told to make a call again that may have started its work. */
const IN_DOUBT = {
  inTime: true,
  answer: {
    code: -32603,
    message:
      'Temporal does not answer at the moment, and it is not known whether the task was started. Find out before you repeat the call, which could do the work twice.',
  },
};
const allUnavailable = Object.fromEntries(
  requests.map(([name]) => [
    name,
    name.endsWith('call') || name.endsWith('task') ? IN_DOUBT : UNAVAILABLE,
  ]),
);

const untilTaskCreated = async (): Promise<string> =>
  eventually('a task after the outage', async () => {
    const { result } = await mcp.request('tools/call', { name: 'wait_for_finish', task: {} });
    return (result?.['task'] as { taskId: string } | undefined)?.taskId;
  });

describe('a server that starts while Temporal is down', () => {
  it('says so in every answer, and needs no restart when Temporal comes up', async () => {
    await startServer();

    expect(await answersInOutage()).toStrictEqual(allUnavailable);
    expect(await errorOf(mcp.request('tasks/get', { taskId: 'mcp-nothing' }))).toMatchObject({
      code: -32602,
    });
    expect(await resultOf(mcp.request('tools/list'))).toHaveProperty('tools');
    const waiting = errorOf(mcp.request('tasks/result', { taskId: unusedId() }));

    await startTemporal();

    const taskId = await untilTaskCreated();
    expect(await getTask(mcp, taskId)).toMatchObject({ taskId, status: 'working' });
    expect(await within(OUTAGE_ANSWER_MS, waiting)).toMatchObject({ code: -32602 });
    expect(server.child.exitCode).toBeNull();
  });

  it('is not ready, names the address, and says in its log when Temporal answers', async () => {
    await startServer();
    const readyz = server.url.replace(/\/mcp$/, '/readyz');

    const early = await fetch(readyz);
    expect([early.status, await early.text()]).toStrictEqual([
      503,
      expect.stringContaining('TEMPORAL_ADDRESS'),
    ]);
    await startTemporal();

    await eventually('readiness', async () => (await fetch(readyz)).status === 200);
    await eventually('a line of the log', () => server.log().includes('"msg":"Temporal answers"'));
    expect(server.log()).not.toContain('no such namespace');
  });
});

/** The audit log says when a start was answered. */
const AUDITED_TOOLS = `server: m.server.yaml
defaults: { workflow: { taskQueue: '\${TEST_TASK_QUEUE}' }, task: { becomesTaskAfter: 0s } }
tools:
  wait_for_finish: { workflow: waitForFinish }
  slow_compute:
    workflow: slowCompute
    input: &computation { type: object, properties: { seconds: { type: number }, label: { type: string } } }
  compute_alone:
    activity: { type: computeSlowly, taskQueue: '\${TEST_TASK_QUEUE}', startToCloseTimeout: 1 minute }
    input: *computation
`;

describe('Temporal killed and restarted', () => {
  it('loses no task, and those who wait get their results', async () => {
    const first = await startTemporal();
    await folder.write({ 'm.yaml': AUDITED_TOOLS, 'm.server.yaml': 'audit: { to: stderr }' });
    await startServer({ manifest: join(folder.path, 'm.yaml') });
    const taskId = await createTask(mcp, 'wait_for_finish');
    const result = resultOf(mcp.request('tasks/result', { taskId }));
    const alone = await createTask(mcp, 'compute_alone', {
      arguments: { seconds: 0, label: 'alone' },
    });
    const resultOfActivity = resultOf(mcp.request('tasks/result', { taskId: alone }));
    const call = { name: 'slow_compute', arguments: { seconds: 0, label: 'plain' } };
    const plainResult = resultOf(mcp.request('tools/call', call));
    // Visibility shows an execution before its starter has the reply. Killed in between, the call would be in doubt.
    await eventually('the plain call waits', () =>
      /"event":"task.created".*"tool":"slow_compute"/.test(server.log()),
    );

    kill(first, 'SIGKILL');
    await first.exited;

    const startedAtMs = Date.now();
    const reply = await mcp.request('tasks/get', { taskId });
    expect({
      answer: reply.error,
      inTime: Date.now() - startedAtMs < OUTAGE_ANSWER_MS,
    }).toStrictEqual(UNAVAILABLE);
    expect(server.log()).toContain('Temporal did not answer a request');

    const { address } = await startTemporal();
    const task = await eventually('an answer after the outage', async () => {
      const { result: read } = await mcp.request('tasks/get', { taskId });
      return read;
    });
    expect(task).toMatchObject({ taskId, status: 'working' });

    const connection = await Connection.connect({ address });
    const temporal = new Client({ connection });
    const worker = await runTestWorker({ definitions: 'fixtures', taskQueue, address });
    try {
      await finish(temporal, taskId, { survived: true });
      expect(await within(OUTAGE_ANSWER_MS, result)).toMatchObject({
        structuredContent: { survived: true },
      });
      expect(await within(OUTAGE_ANSWER_MS, plainResult)).toMatchObject({
        structuredContent: { label: 'plain' },
      });
      expect(await within(OUTAGE_ANSWER_MS, resultOfActivity)).toMatchObject({
        structuredContent: { label: 'alone' },
      });
    } finally {
      await connection.close();
      await worker.stop();
    }
  });
});

describe('a Temporal that takes connections and does not answer', () => {
  it('is told from one that works by every request in time, and is used again when it answers', async () => {
    const devServer = await startTemporal();
    await startServer();
    await suspendProcess(devServer.pid);

    const answers = await answersInOutage();

    kill(devServer, 'SIGCONT');
    expect(answers).toStrictEqual(allUnavailable);
    await untilTaskCreated();
  });

  it('is noticed by the readiness within seconds, as is that it answers again', async () => {
    const devServer = await startTemporal();
    await startServer();
    const probe = async (): Promise<readonly [number, string]> => {
      const answer = await fetch(server.url.replace(/\/mcp$/, '/readyz'));
      return [answer.status, await answer.text()];
    };
    await eventually('readiness', async () => (await probe())[0] === 200);
    await suspendProcess(devServer.pid);

    const obstacle = await eventually('no readiness', async () => {
      const [status, text] = await probe();
      return status === 503 ? text : undefined;
    });
    expect(obstacle).toBe('Temporal does not answer\n');
    expect((await fetch(server.url.replace(/\/mcp$/, '/healthz'))).status).toBe(200);

    kill(devServer, 'SIGCONT');
    await eventually('readiness again', async () => (await probe())[0] === 200);
  });
});
