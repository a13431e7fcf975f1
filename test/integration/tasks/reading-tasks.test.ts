import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { WorkflowState } from '../../../src/core/contract/contract.js';
import type { Task } from '../../../src/core/task/task.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { toCreateRequest, withTasks } from '../../support/with-tasks.js';

/** Below the 10 s that a call to Temporal may take: what it would come to if a Worker that is not there were asked. */
const AT_ONCE_MS = 9_000;

const given = withTasks();

/** Polls as a new process each time would, until the message is there. */
const untilMessage = async (taskId: string, message: RegExp): Promise<Task> => {
  const { connect, owner } = given();
  return eventually(`a status message like ${message.source}`, async () => {
    const task = await connect().get(asOwner({ owner }), taskId);
    return message.test(task.statusMessage ?? '') ? task : undefined;
  });
};

describe('get without a worker', () => {
  it('answers at once, and so do create, list and cancel', async () => {
    const { tool, connect, owner, create } = given();
    const finishing = tool('wait_for_finish');
    const taskQueue = `test-${randomUUID()}`;
    const idle = { ...finishing, start: { ...finishing.start, taskQueue } };
    const startedAtMs = Date.now();

    const created = await create('wait_for_finish', {}, { tool: idle });
    const process = connect();
    const read = await process.get(asOwner({ owner }), created.taskId);
    const cancelled = await process.cancel(asOwner({ owner }), created.taskId, {
      protocol: rev2025,
    });
    const { tasks } = await given().tasks.list(asOwner({ owner }));

    expect(Date.now() - startedAtMs).toBeLessThan(AT_ONCE_MS);
    expect(read).toMatchObject({ taskId: created.taskId, phase: 'working' });
    expect(cancelled).toMatchObject({ phase: 'working', cancelRequested: true });
    expect(tasks.map(({ taskId }) => taskId)).toContain(created.taskId);
    // Another process hears of the cancellation after 2 s at most.
    const listed = await eventually('a list that shows the cancellation', async () => {
      const { tasks: later } = await given().tasks.list(asOwner({ owner }));
      return later.find(
        ({ taskId, cancelRequested }) => taskId === created.taskId && cancelRequested,
      );
    });
    expect(listed).toMatchObject(cancelled);
  });

  it('says after 5 seconds that the task waits for a worker', async () => {
    const { taskId, createdAt } = await given().create('not_polled');

    const task = await untilMessage(taskId, /^Waiting for a worker of Task Queue [\w-]+\.$/);

    expect(Date.now() - Date.parse(createdAt)).toBeGreaterThan(5_000);
    expect(task).toMatchObject({ phase: 'working', lastUpdatedAt: createdAt });
  });

  it('answers at once after the worker has stopped', async () => {
    const { tool, connect, owner, create, temporal, finish } = given();
    const taskQueue = `test-${randomUUID()}`;
    const worker = await runTestWorker({ definitions: 'fixtures', taskQueue });
    const finishing = tool('wait_for_finish');
    const { taskId } = await create(
      'wait_for_finish',
      {},
      { tool: { ...finishing, start: { ...finishing.start, taskQueue } } },
    );
    await eventually('the first Workflow Task', async () => {
      const { historyLength } = await temporal.workflow.getHandle(taskId).describe();
      return historyLength >= 4;
    });
    await worker.stop();
    await finish(taskId, 'nobody hears this');
    const startedAtMs = Date.now();

    const task = await connect().get(asOwner({ owner }), taskId);

    expect(Date.now() - startedAtMs).toBeLessThan(AT_ONCE_MS);
    expect(task).toMatchObject({ phase: 'working' });
  });
});

describe('the status message of an open task', () => {
  it('says when a delayed start is, and a Query is told so at once', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('wait_for_finish', {}, { start: { delayMs: 3_600_000 } });
    const tasks = connect();

    const { statusMessage, isStuck } = await tasks.get(asOwner({ owner }), taskId);
    const outcome = await tasks.send(asOwner({ owner }), taskId, {
      kind: 'query',
      name: 'anything',
      workflowType: 'waitForFinish',
      arguments: [],
      limitMs: 30_000,
      resultWithinMs: 0,
      signal: new AbortController().signal,
    });

    expect(statusMessage).toMatch(/^Starts at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/);
    expect(isStuck).toBeUndefined();
    expect(outcome).toStrictEqual({
      kind: 'refused',
      refusal: {
        why: 'The workflow has not begun',
        mend: `${String(statusMessage).slice(0, -1)}: try again then.`,
      },
    });
  });

  it('names the activity that is retried, its attempt, the next try and its failure if the tool shows it', async () => {
    const { taskId } = await given().create('retry_for_long', { retryMs: 60_000 });

    const task = await untilMessage(taskId, /attempt 2/);

    expect(task.statusMessage).toMatch(
      /^failAlways: attempt 2, next try in \d+ s \(last failure: "Attempt 1 was refused \(AlwaysFails\)"\)$/,
    );
  });

  it('keeps the failure of an activity to itself if the tool does not show it', async () => {
    const { taskId } = await given().create('retry_in_silence', { retryMs: 60_000 });

    const task = await untilMessage(taskId, /attempt 2/);

    expect(task.statusMessage).toMatch(/^failAlways: attempt 2, next try in \d+ s$/);
  });

  it('shows the progress that an activity heartbeats', async () => {
    const { taskId } = await given().create('heartbeat_for_long', { steps: 500, stepMs: 50 });

    const task = await untilMessage(taskId, /: Step /);

    const { progress } = task;
    expect(task.statusMessage).toBe(`heartbeatSteps: Step ${String(progress?.progress)} of 500`);
    expect(progress).toMatchObject({ total: 500 });
    expect(task.lastUpdatedAt).toBe(task.createdAt);
  });

  it("is as new as the Workflow's own progress, if it shows that", async () => {
    const { taskId } = await given().create('report_all', {
      reports: [{ progress: 1, message: 'Row 1' }],
    });

    const task = await untilMessage(taskId, /^Row 1$/);

    const { memo } = await given().temporal.workflow.getHandle(taskId).describe();
    const { progressAt } = memo?.['mcp.task'] as WorkflowState;
    expect(task.lastUpdatedAt).toBe(progressAt);
    expect(task.lastUpdatedAt).not.toBe(task.createdAt);
  });
});

describe('the Temporal requests of a get', () => {
  let counted: CountedConnection;

  beforeEach(async () => {
    counted = await countRequests();
  });

  afterEach(() => counted.close());

  const connectCounted = () =>
    given().connect({ client: counted.client, pollClient: counted.client });

  it('are one for an open task', async () => {
    const { create, owner } = given();
    const { taskId } = await create('wait_for_finish');

    await connectCounted().get(asOwner({ owner }), taskId);

    expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
  });

  it('are one for any number of callers at the same time', async () => {
    const { create, owner } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();

    const tasks = await Promise.all(
      Array.from({ length: 100 }, () => process.get(asOwner({ owner }), taskId)),
    );

    expect(new Set(tasks).size).toBe(1);
    expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
  });

  it('are one again for a caller that comes after the answer', async () => {
    const { create, owner } = given();
    const { taskId } = await create('wait_for_finish');
    const process = connectCounted();
    await process.get(asOwner({ owner }), taskId);

    await process.get(asOwner({ owner }), taskId);

    expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 2 });
  });

  it('are two for a closed task that is new to the process, and one from then on', async () => {
    const { create, closed, owner } = given();
    const { taskId } = await create('quick_job');
    await closed(taskId);
    const process = connectCounted();

    const first = await process.get(asOwner({ owner }), taskId);
    expect(counted.sent()).toStrictEqual({
      DescribeWorkflowExecution: 1,
      GetWorkflowExecutionHistory: 1,
    });
    counted.reset();

    expect(await process.get(asOwner({ owner }), taskId)).toBe(first);
    expect(counted.sent()).toStrictEqual({ DescribeWorkflowExecution: 1 });
  });

  it('are none for an ID that cannot be one of the caller', async () => {
    const process = connectCounted();

    await expect(
      process.get(asOwner({ owner: given().owner }), 'mcp-no-task'),
    ).rejects.toMatchObject({
      code: 'taskNotFound',
    });

    expect(counted.sent()).toStrictEqual({});
  });

  it('are one for a start, after the first one has asked for the retention', async () => {
    const { owner, tool } = given();
    const process = connectCounted();
    const request = await toCreateRequest({ tool, owner }, 'quick_job');
    await createOwned(process, request);
    expect(counted.sent()).toStrictEqual({ DescribeNamespace: 1, StartWorkflowExecution: 1 });
    counted.reset();

    await createOwned(process, request);

    expect(counted.sent()).toStrictEqual({ StartWorkflowExecution: 1 });
  });
});
