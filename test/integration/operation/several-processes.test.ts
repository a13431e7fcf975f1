import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { hasActivities } from '../../support/standalone-activities.js';
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

const itWithActivities = hasActivities ? it : it.skip;

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

  itWithActivities(
    'is answered for by another process, if it is a Standalone Activity',
    async () => {
      const first = await startServer();
      const call = { arguments: { seconds: 2, label: 'elsewhere' } };
      const taskId = await createTask(first.mcp, 'compute_alone', call);
      const broken = first.mcp.request('tasks/result', { taskId }).catch(() => 'broken');
      await getTask(first.mcp, taskId);

      await first.kill();

      expect(await within(PATIENCE_MS, broken)).toBe('broken');
      const { http: other } = given();
      expect(await getTask(other, taskId)).toMatchObject({ taskId, status: 'working' });
      const result = await within(PATIENCE_MS, resultOf(other.request('tasks/result', { taskId })));
      expect(result).toMatchObject({ structuredContent: { label: 'elsewhere' } });
    },
  );

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
      message: 'The server is being stopped. The task continues: ask again in a second.',
    });
    await finish(temporal, taskId, { ok: true });
    await expect(resultOf(other.request('tasks/result', { taskId }))).resolves.toMatchObject({
      structuredContent: { ok: true },
    });
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
