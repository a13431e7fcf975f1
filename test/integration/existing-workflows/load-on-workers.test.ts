import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';

import type { Task } from '../../../src/core/task/task.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolCatalog } from '../../../src/core/tool/tool-definition.js';
import { loadManifest } from '../../../src/manifest/load/load-manifest.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { testSealer } from '../../support/test-sealer.js';
import { EXISTING_WORKFLOWS } from '../../support/with-existing-workflows.js';
import { terminateOpen, whenClosed } from '../../support/with-tasks.js';

/** Interval at which the server asks a Workflow that does a lot, in milliseconds. */
const QUERY_INTERVAL_MS = 3_000;
const ORDER = { item: 'a lamp', cents: 4_000 };
const OWNER = 'owner';
const KEYWORD = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
const taskQueue = `test-${randomUUID()}`;
const secret = randomBytes(32);

let worker: TestWorker | undefined;
let counted: CountedConnection;
let tools: ToolCatalog;
/** The tasks as one process has them. */
let tasks: Tasks;
const created: string[] = [];

beforeAll(async () => {
  counted = await countRequests();
  ({ tools } = await loadManifest(EXISTING_WORKFLOWS, { TEST_TASK_QUEUE: taskQueue }));
  tasks = connect();
});

afterAll(async () => {
  await terminateOpen(counted.client, created);
  await worker?.stop();
  await counted.close();
});

/** A process that remembers nothing. */
function connect(): Tasks {
  return createTemporalTasks({
    sealer: testSealer,
    serverName: 'tests',
    client: counted.client,
    tools,
    secret,
  });
}

async function startWorker(): Promise<void> {
  worker ??= await runTestWorker({ definitions: 'fixtures', taskQueue });
}

async function stopWorker(): Promise<void> {
  await worker?.stop();
  worker = undefined;
}

async function create(toolName: string, input: Record<string, unknown> = {}): Promise<string> {
  const tool = tools.get(toolName);
  const parsed = await tool?.input.parse(input);
  if (!tool || !parsed?.ok) throw new Error(`${toolName} cannot be called so.`);
  const { workflowArguments } = parsed;
  const request = { tool, workflowArguments, owner: OWNER, protocolVersion: rev2025.version };
  const { taskId } = await createOwned(tasks, request);
  created.push(taskId);
  return taskId;
}

const untilAsked = async (taskId: string, by = tasks): Promise<Task> =>
  eventually('a question', async () => {
    const task = await by.get(asOwner({ owner: OWNER }), taskId);
    return task.questions.length > 0 ? task : undefined;
  });
const keyOf = ({ questions }: Task): string => questions[0]?.key ?? '';
const queries = (): number => counted.sent()['QueryWorkflow'] ?? 0;

describe('a Workflow that is asked whether it waits', () => {
  it('is asked once while it does nothing, however often somebody looks', async () => {
    await startWorker();
    const taskId = await create('buy_with_approval', ORDER);
    await untilAsked(taskId);
    counted.reset();
    for (let look = 0; look < 20; look += 1) await tasks.get(asOwner({ owner: OWNER }), taskId);
    const waiting = tasks.waitFor(
      asOwner({ owner: OWNER }),
      taskId,
      whenClosed(AbortSignal.timeout(1_000)),
    );
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });

    expect(queries()).toBe(0);
  });

  it('is not asked at all while nobody looks', async () => {
    const taskId = await create('buy_with_approval', ORDER);
    const handle = counted.client.workflow.getHandle(taskId);
    await handle.executeUpdate('changeAmount', { args: [1] });
    counted.reset();
    await handle.executeUpdate('changeAmount', { args: [2] });

    expect(queries()).toBe(0);
  });

  it('is asked at intervals while it does a lot, and somebody waits', async () => {
    const taskId = await create('buy_with_approval', ORDER);
    await untilAsked(taskId);
    const handle = counted.client.workflow.getHandle(taskId);
    const stop = new AbortController();
    const seen: string[] = [];
    const onReading = ({ questions }: Task): void => {
      seen.push(...questions.map(({ params }) => String(params['message'])));
    };
    const waiting = tasks.waitFor(asOwner({ owner: OWNER }), taskId, {
      ...whenClosed(stop.signal),
      onReading,
    });
    counted.reset();
    const startedMs = Date.now();
    for (let cents = 1; Date.now() - startedMs < 2 * QUERY_INTERVAL_MS; cents += 1) {
      await handle.executeUpdate('changeAmount', { args: [cents] });
      await pause(50);
    }
    await handle.executeUpdate('changeAmount', { args: [77] });
    await eventually('the last amount', () => seen.includes('Approve a lamp for 77 cents?'));
    const most = Math.ceil((Date.now() - startedMs) / QUERY_INTERVAL_MS) + 1;
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });

    expect(queries()).toBeLessThanOrEqual(most);
  });
});

describe('a Workflow whose Worker has gone', () => {
  it('still asks where it was seen to, takes a Signal, and goes on when a Worker is there', async () => {
    await startWorker();
    const taskId = await create('buy_with_approval', ORDER);
    const key = keyOf(await untilAsked(taskId));
    await stopWorker();
    counted.reset();

    expect(keyOf(await tasks.get(asOwner({ owner: OWNER }), taskId))).toBe(key);
    await tasks.answer(asOwner({ owner: OWNER }), taskId, { [key]: { action: 'decline' } });
    expect(queries()).toBe(0);
    expect(await tasks.get(asOwner({ owner: OWNER }), taskId)).toMatchObject({ questions: [] });

    await startWorker();
    const closed = await tasks.waitFor(asOwner({ owner: OWNER }), taskId, whenClosed());
    expect(closed.outcome).toMatchObject({ result: { structuredContent: { state: 'rejected' } } });
  });

  it('can be read in good time by a process that knows nothing of it, which takes no answer', async () => {
    await startWorker();
    const taskId = await create('buy_with_approval', ORDER);
    const key = keyOf(await untilAsked(taskId));
    await stopWorker();
    const other = connect();
    const startedMs = Date.now();
    const task = await other.get(asOwner({ owner: OWNER }), taskId);

    expect(task).toHaveProperty('phase', 'working');
    expect(Date.now() - startedMs).toBeLessThan(5_000);
    await expect(
      other.answer(asOwner({ owner: OWNER }), taskId, { [key]: { action: 'decline' } }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/no worker/) });
    await startWorker();
    expect(keyOf(await untilAsked(taskId, other))).toBe(key);
  });

  it('does not take an Update, and says so', async () => {
    await startWorker();
    const taskId = await create('report_expenses', { approvals: 1 });
    const key = keyOf(await untilAsked(taskId));
    await stopWorker();
    const answer = { [key]: { action: 'accept', content: { decision: 'yes' } } };

    await expect(tasks.answer(asOwner({ owner: OWNER }), taskId, answer)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/was not accepted: no worker is available/),
    });
    await startWorker();
    // The service may have kept the Update after all.
    await tasks.answer(asOwner({ owner: OWNER }), taskId, answer);
    const closed = await tasks.waitFor(asOwner({ owner: OWNER }), taskId, whenClosed());
    expect(closed.outcome).toMatchObject({ result: { content: [{ text: '["yes"]' }] } });
  });
});

describe('a Workflow that says by a search attribute that it waits', () => {
  it('asks, and takes the answer, without any Query', async () => {
    await startWorker();
    const { connection, options } = counted.client;
    await connection.operatorService
      .addSearchAttributes({
        namespace: options.namespace,
        searchAttributes: { ShipmentState: KEYWORD },
      })
      .catch(() => undefined);
    counted.reset();
    const taskId = await create('hold_shipment');
    const asking = await untilAsked(taskId);

    expect(asking.questions[0]?.params).toHaveProperty(
      'message',
      'The shipment is held. Release it?',
    );
    await tasks.answer(asOwner({ owner: OWNER }), taskId, {
      [keyOf(asking)]: { action: 'accept', content: {} },
    });
    const closed = await tasks.waitFor(asOwner({ owner: OWNER }), taskId, whenClosed());
    expect(closed.outcome).toMatchObject({
      result: { content: [{ text: 'Released by a person' }] },
    });
    expect(queries()).toBe(0);
  });
});
