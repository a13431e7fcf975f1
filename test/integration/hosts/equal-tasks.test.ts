/** Equal calls of 2026-07-28, where the server makes the tasks: they join, as plain calls do. */
import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { connectStatelessHttp, type StatelessMcp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import {
  accept,
  answer,
  createTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const JOINED = 'temporal-mcp-tasks/joined';
/** A result that took longer answers equal calls for another minute. */
const LONG_S = 11;

const given = withHostServer();
let mcp: StatelessMcp;
let connect: (url: string) => StatelessMcp;

beforeAll(async () => {
  const log = createWireLog(await createWireCheck(), ['server']);
  connect = (url) => connectStatelessHttp(url, log);
  mcp = connect(given().url);
});

const compute = (seconds: number): { seconds: number; label: string } => ({
  seconds,
  label: randomUUID(),
});

describe('an equal call that becomes a task', () => {
  it('joins the running work, at any replica and in any revision, until a cancellation', async () => {
    const input = compute(60);
    const other = await startMcpServer(given().options);
    const first = await createTask(mcp, 'compute', input);
    expect(first['_meta']).not.toHaveProperty([JOINED]);

    for (const peer of [mcp, connect(other.url)]) {
      const joined = await createTask(peer, 'compute', { label: input.label, seconds: 60 });
      expect(joined).toMatchObject({
        taskId: first.taskId,
        createdAt: first.createdAt,
        ttlMs: first.ttlMs,
        _meta: { [JOINED]: { taskId: first.taskId } },
      });
    }
    const plain = await connectRawHttp(other.url).request('tools/call', {
      name: 'compute',
      arguments: input,
    });
    expect(JSON.stringify(plain.result)).toContain(first.taskId);
    const owned = await connectRawHttp(other.url).request('tools/call', {
      name: 'compute',
      arguments: input,
      task: {},
    });
    expect(JSON.stringify(owned.result)).not.toContain(first.taskId);

    await connect(other.url).request('tasks/cancel', { taskId: first.taskId });
    await untilStatus(mcp, first.taskId, 'cancelled');
    const next = await createTask(mcp, 'compute', input);
    expect(next.taskId).not.toBe(first.taskId);
    await mcp.request('tasks/cancel', { taskId: next.taskId });
    await other.stop();
  });

  it('joins work that a plain call has started', async () => {
    const input = compute(60);
    const plain = await connectRawHttp(given().url).request('tools/call', {
      name: 'compute',
      arguments: input,
    });
    const { taskId } = await createTask(mcp, 'compute', input);

    expect(JSON.stringify(plain.result)).toContain(taskId);
    await mcp.request('tasks/cancel', { taskId });
  });

  it('shows the questions of the work, which the first answer settles', async () => {
    const filename = randomUUID();
    const first = await createTask(mcp, 'confirm_delete', { filename });
    const second = await createTask(mcp, 'confirm_delete', { filename });
    expect(second.taskId).toBe(first.taskId);
    const [key = ''] = Object.keys(await untilAsked(mcp, second.taskId));

    await answer(mcp, second.taskId, { [key]: accept({ confirm: true }) });

    const { result } = await untilStatus(mcp, first.taskId, 'completed');
    expect(JSON.stringify(result)).toContain(filename);
  });

  it('is new work once a client has the end of short work', async () => {
    const input = compute(1.5);
    const first = await createTask(mcp, 'compute', input);
    await untilStatus(mcp, first.taskId, 'completed');

    const next = await createTask(mcp, 'compute', input);

    expect(next.taskId).not.toBe(first.taskId);
  });

  it('gets the result that no client has fetched, and long work for another minute', async () => {
    const [short, long] = [compute(1.5), compute(LONG_S)];
    const tasks = await Promise.all(
      [short, long].map(async (input) => createTask(mcp, 'compute', input)),
    );
    const reader = await startMcpServer(given().options);
    for (const { taskId } of tasks) await untilStatus(connect(reader.url), taskId, 'completed');

    for (const [index, input] of [short, long, long].entries()) {
      const reply = await mcp.request('tools/call', { name: 'compute', arguments: input });
      expect(reply.result).toMatchObject({
        structuredContent: input,
        _meta: { [JOINED]: { taskId: tasks[Math.min(index, 1)]?.taskId } },
      });
    }
    await reader.stop();
  });

  it('is one task by its key, which goes before the join, also after it was stopped', async () => {
    const input = compute(60);
    const once = await createTask(mcp, 'compute_once', input);
    expect((await createTask(mcp, 'compute_once', input)).taskId).toBe(once.taskId);
    await mcp.request('tasks/cancel', { taskId: once.taskId });
    await untilStatus(mcp, once.taskId, 'cancelled');

    const { result } = await mcp.request('tools/call', { name: 'compute_once', arguments: input });

    expect(JSON.stringify(result)).toContain('The work was cancelled');
  });
});
