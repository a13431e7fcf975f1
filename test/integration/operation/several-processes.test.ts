import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import {
  createTask,
  errorOf,
  finish,
  getTask,
  listAllTasks,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const IDEMPOTENCY_KEY = 'temporal-mcp-tasks/idempotency-key';

const given = withTestServers();

let started: TestServer[] = [];

afterEach(async () => {
  await Promise.all(started.map((server) => server.kill()));
  started = [];
});

/** Another server process for the same tasks, or with a secret of its own. */
const startServer = async (secret?: string): Promise<TestServer & { readonly mcp: RawMcp }> => {
  const { options } = given();
  const server = await startMcpServer({
    ...options,
    ...(secret !== undefined && { environment: { TEMPORAL_MCP_TASKS_SECRET: secret } }),
  });
  started.push(server);
  return { ...server, mcp: connectRawHttp(server.url) };
};

describe('a task whose server process is killed', () => {
  it('is answered for by another process, to which a broken wait can be moved', async () => {
    const { http: other, temporal } = given();
    const first = await startServer();
    const taskId = await createTask(first.mcp, 'wait_for_finish');
    const broken = first.mcp.request('tasks/result', { taskId }).catch(() => 'broken');
    await getTask(first.mcp, taskId);

    await first.kill();

    expect(await within(PATIENCE_MS, broken)).toBe('broken');
    expect(await getTask(other, taskId)).toMatchObject({ taskId, status: 'working' });
    const result = resultOf(other.request('tasks/result', { taskId }));
    await finish(temporal, taskId, { found: 'elsewhere' });
    expect(await within(PATIENCE_MS, result)).toMatchObject({
      structuredContent: { found: 'elsewhere' },
    });
  });

  it('is cancelled and listed by another process', async () => {
    const stdio = await given().connectStdio();
    const first = await startServer();
    const taskId = await createTask(first.mcp, 'ignore_cancellation');
    await first.kill();

    expect(await resultOf(stdio.request('tasks/cancel', { taskId }))).toMatchObject({
      status: 'cancelled',
    });

    const listed = await eventually('the task in the list', async () =>
      (await listAllTasks(stdio)).find((task) => task.taskId === taskId),
    );
    expect(listed).toMatchObject({ taskId, status: 'cancelled' });
  });
});

describe('a server process that is asked to stop', () => {
  it('tells at once who waits to go on elsewhere, and ends with code 0', async () => {
    const { http: other, temporal } = given();
    const first = await startServer();
    const taskId = await createTask(first.mcp, 'wait_for_finish');
    const waiting = errorOf(first.mcp.request('tasks/result', { taskId }));
    await getTask(first.mcp, taskId);

    await within(PATIENCE_MS, first.stop());

    expect(first.child.exitCode).toBe(0);
    expect(await waiting).toMatchObject({
      code: -32603,
      message: 'The server is being stopped. The task goes on: ask again in a second.',
    });
    await finish(temporal, taskId, { ok: true });
    await expect(resultOf(other.request('tasks/result', { taskId }))).resolves.toMatchObject({
      structuredContent: { ok: true },
    });
  });
});

describe('two server processes with one secret', () => {
  it('start one execution for one idempotency key, also at the same moment', async () => {
    const { http, connectStdio } = given();
    const stdio = await connectStdio();
    const call = {
      name: 'slow_compute',
      arguments: { seconds: 0, label: 'pi' },
      task: {},
      _meta: { [IDEMPOTENCY_KEY]: randomUUID() },
    };

    const replies = await Promise.all(
      [http, stdio, http, stdio].map((mcp) => resultOf(mcp.request('tools/call', call))),
    );

    const tasks = replies.map(({ task }) => task as { taskId: string; createdAt: string });
    expect(new Set(tasks.map(({ taskId }) => taskId)).size).toBe(1);
    expect(new Set(tasks.map(({ createdAt }) => createdAt)).size).toBe(1);
    const [taskId = ''] = tasks.map((task) => task.taskId);
    const { events } = await given().temporal.workflow.getHandle(taskId).fetchHistory();
    expect(events?.filter((event) => event.workflowExecutionStartedEventAttributes)).toHaveLength(
      1,
    );
  });

  it('refuse the key with other arguments, whichever of them had it first', async () => {
    const { http, connectStdio } = given();
    const stdio = await connectStdio();
    const call = { name: 'slow_compute', task: {}, _meta: { [IDEMPOTENCY_KEY]: randomUUID() } };
    await resultOf(http.request('tools/call', { ...call, arguments: { seconds: 0, label: 'pi' } }));

    const error = await errorOf(
      stdio.request('tools/call', { ...call, arguments: { seconds: 0, label: 'e' } }),
    );

    expect(error.code).toBe(-32602);
    expect(error.message).toMatch(/used before for slow_compute, with other arguments/);
  });

  it('answer two plain calls with one key from one execution', async () => {
    const { http, connectStdio } = given();
    const stdio = await connectStdio();
    const call = {
      name: 'slow_compute',
      arguments: { seconds: 0.1, label: randomUUID() },
      _meta: { [IDEMPOTENCY_KEY]: randomUUID() },
    };

    const [one, two] = await Promise.all([
      resultOf(http.request('tools/call', call)),
      resultOf(stdio.request('tools/call', call)),
    ]);

    expect(one).toMatchObject({ structuredContent: { label: call.arguments.label } });
    expect(two).toStrictEqual(one);
  });
});

describe('two server processes with different secrets', () => {
  it('do not see each other’s tasks', async () => {
    const { http } = given();
    const other = await startServer(`${randomUUID()}${randomUUID()}`);
    const taskId = await createTask(http, 'wait_for_finish');
    const theirs = await createTask(other.mcp, 'wait_for_finish');

    for (const [mcp, foreign, own] of [
      [http, theirs, taskId],
      [other.mcp, taskId, theirs],
    ] as const) {
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
        expect(await errorOf(mcp.request(method, { taskId: foreign }))).toStrictEqual(
          await errorOf(mcp.request(method, { taskId: 'mcp-nothing' })),
        );
      }
      const listed = await listTaskIds(mcp);
      expect(listed).toContain(own);
      expect(listed).not.toContain(foreign);
      expect(await getTask(mcp, own)).toMatchObject({ status: 'working' });
    }
  });
});
