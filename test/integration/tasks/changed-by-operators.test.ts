import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Task } from '@modelcontextprotocol/sdk/types.js';
import type { TestWorkflowEnvironment } from '@temporalio/testing';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { findOnPath } from '../../support/find-on-path.js';
import { connectStatelessHttp, type StatelessMcp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp, type RawMcp, type RawMessage } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { OWN_IDS_MANIFEST, startMcpServer } from '../../support/start-mcp-server.js';
import { startOwnTemporal } from '../../support/start-own-temporal.js';
import { callAsTask, createTask, getTask } from '../../support/steps/rev2025-task-steps.js';

const cli = findOnPath('temporal') ?? '';
const taskQueue = `test-${randomUUID()}`;
const closers: (() => Promise<unknown>)[] = [];

/** Far below the 10,000 of a service as it comes. */
const MAX_SIGNALS = 10;

let temporal: TestWorkflowEnvironment;
/** A client of each of two server processes. */
let replicas: readonly [RawMcp, RawMcp];
let replicas2026: readonly StatelessMcp[];

beforeAll(async () => {
  // A deletion takes a second with these settings, and up to five minutes without.
  temporal = await startOwnTemporal({
    'history.visibilityProcessorUpdateAckInterval': '"1s"',
    'history.transferProcessorUpdateAckInterval': '"1s"',
    'history.maximumSignalsPerExecution': String(MAX_SIGNALS),
  });
  closers.push(async () => temporal.teardown());
  const { address } = temporal;
  const worker = await runTestWorker({ definitions: 'fixtures', taskQueue, address });
  closers.push(async () => worker.stop());
  const options = { taskQueue, temporalAddress: address, manifest: OWN_IDS_MANIFEST };
  const servers = await Promise.all([startMcpServer(options), startMcpServer(options)]);
  closers.push(async () => Promise.all(servers.map(async (server) => server.stop())));
  replicas = [connectRawHttp(servers[0].url), connectRawHttp(servers[1].url)];
  const wireLog = createWireLog(await createWireCheck(), ['server']);
  replicas2026 = servers.map(({ url }) => connectStatelessHttp(url, wireLog));
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Runs a command of the Temporal CLI. Newer releases ask before a deletion, which the `y` confirms. */
const runCli = async (...args: string[]): Promise<unknown> => {
  const running = promisify(execFile)(cli, [...args, '--address', temporal.address]);
  running.child.stdin?.end('y\n');
  return running;
};

const reset = async (taskId: string): Promise<unknown> =>
  runCli(
    ...['workflow', 'reset', '--workflow-id', taskId, '--reason', 'mended'],
    ...['--type', 'FirstWorkflowTask', '--reapply-exclude', 'Signal'],
  );

const finish = async (taskId: string, result: unknown): Promise<void> =>
  temporal.client.workflow.getHandle(taskId).signal('finish', result);

/** Reads `tasks/get` of both replicas in both generations: results, or errors. */
const getEverywhere = async (taskId: string): Promise<RawMessage[]> =>
  Promise.all(
    [...replicas, ...replicas2026].map(async (mcp) => mcp.request('tasks/get', { taskId })),
  );

const statusesOf = (replies: readonly RawMessage[]): unknown[] =>
  replies.map(({ result, error }) => result?.['status'] ?? error?.message);

const listed = async (taskId: string): Promise<(string | undefined)[]> =>
  Promise.all(
    replicas.map(async (mcp) => {
      const { result } = await mcp.request('tasks/list');
      const tasks = (result?.['tasks'] ?? []) as readonly Task[];
      return tasks.find((task) => task.taskId === taskId)?.status;
    }),
  );

const resultsOf = async (taskId: string): Promise<unknown[]> => {
  const replies = await Promise.all(
    replicas.map(async (mcp) => mcp.request('tasks/result', { taskId })),
  );
  const inlined = await Promise.all(
    replicas2026.map(async (mcp) => mcp.request('tasks/get', { taskId })),
  );
  return [
    ...replies.map(({ result }) => result?.['structuredContent']),
    ...inlined.map(({ result }) => (result?.['result'] as typeof result)?.['structuredContent']),
  ];
};

const everywhere = (value: unknown): unknown[] => [value, value, value, value];

/** Ends a task, and reads it everywhere, so that all caches have its end. */
const endAndRead = async (taskId: string, result: unknown): Promise<void> => {
  await finish(taskId, result);
  await eventually('the end', async () => {
    const statuses = statusesOf(await getEverywhere(taskId));
    return statuses.every((status) => status === 'completed');
  });
  expect(await resultsOf(taskId)).toStrictEqual(everywhere(result));
  // A list of the other replica has a new task once Temporal's visibility has it.
  await eventually('both lists have the task', async () =>
    (await listed(taskId)).every((status) => status !== undefined),
  );
  expect(await listed(taskId)).toStrictEqual(['completed', 'completed']);
};

const tools = ['wait_for_finish', 'order_shared'] as const;
const create = async (
  tool: (typeof tools)[number],
  orderId: string = randomUUID(),
): Promise<string> => {
  const taskId = await createTask(
    replicas[0],
    tool,
    tool === 'order_shared' ? { arguments: { order_id: orderId } } : {},
  );
  // A reset to the first Workflow Task keeps Signals from before it.
  await eventually('the first Workflow Task', async () => {
    const { historyLength } = await temporal.client.workflow.getHandle(taskId).describe();
    return historyLength > 3;
  });
  return taskId;
};

describe.each(tools)('an ended task of %s', (tool) => {
  it('is open again on every replica after a reset, and has the second end', async () => {
    const taskId = await create(tool);
    await endAndRead(taskId, { run: 1 });
    const before = await getTask(replicas[0], taskId);

    await reset(taskId);

    expect(statusesOf(await getEverywhere(taskId))).toStrictEqual(everywhere('working'));
    expect(await listed(taskId)).toStrictEqual(['working', 'working']);
    const after = await Promise.all(replicas.map(async (mcp) => getTask(mcp, taskId)));
    for (const { createdAt, lastUpdatedAt } of after) {
      expect(createdAt).toBe(before.createdAt);
      expect(Date.parse(lastUpdatedAt)).toBeGreaterThan(Date.parse(before.lastUpdatedAt));
    }
    await endAndRead(taskId, { run: 2 });
  });

  it('is unknown to every replica after its deletion', async () => {
    const taskId = await create(tool);
    await endAndRead(taskId, { secret: true });

    await runCli('workflow', 'delete', '--workflow-id', taskId);
    await eventually('the deletion', async () =>
      temporal.client.workflow
        .getHandle(taskId)
        .describe()
        .then(
          () => false,
          () => true,
        ),
    );

    const replies = await getEverywhere(taskId);
    replies.push(
      ...(await Promise.all(replicas.map(async (mcp) => mcp.request('tasks/result', { taskId })))),
    );
    for (const { error } of replies) {
      expect(error?.code).toBe(-32_602);
      expect(error?.message).toMatch(/^Task not found/);
    }
    expect(await listed(taskId)).toStrictEqual([undefined, undefined]);
  });
});

describe('an own ID that is used again', () => {
  it('is the new task on every replica', async () => {
    const orderId = randomUUID();
    const taskId = await create('order_shared', orderId);
    await endAndRead(taskId, { order: 1 });
    const before = await getTask(replicas[0], taskId);

    const { task } = await callAsTask(replicas[1], 'order_shared', {
      arguments: { order_id: orderId },
    });

    expect(task.taskId).toBe(taskId);
    expect(statusesOf(await getEverywhere(taskId))).toStrictEqual(everywhere('working'));
    expect(await listed(taskId)).toStrictEqual(['working', 'working']);
    expect(Date.parse(task.createdAt)).toBeGreaterThan(Date.parse(before.createdAt));
    await endAndRead(taskId, { order: 2 });
  });
});

describe('an execution with as many Signals as Temporal allows', () => {
  it('can still be cancelled, although it gets no reason', async () => {
    const taskId = await create(tools[0]);
    const handle = temporal.client.workflow.getHandle(taskId);
    for (let count = 0; count < MAX_SIGNALS; count += 1) await handle.signal('noise');

    const { result } = await replicas[0].request('tasks/cancel', { taskId });

    expect(result).toMatchObject({ taskId, status: 'cancelled' });
  });
});
