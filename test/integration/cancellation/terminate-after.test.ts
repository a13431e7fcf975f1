import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';

import {
  COMPANION_WORKFLOW_TYPE,
  type CompanionInput,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
} from '../../../src/core/companion/companion.js';
import type { Task } from '../../../src/core/task/task.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { TemporalCalls } from '../../../src/temporal/link/temporal-calls.js';
import { toMs } from '../../../src/temporal/link/timestamps.js';
import { endAfterGrace } from '../../../src/temporal/start/task-companion.js';
import { eventually } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const GRACE_MS = 2_000;
const protocol = rev2025;

const given = withTasks();
let systemWorker: TestWorker;

beforeAll(async () => {
  systemWorker = await runTestWorker({ definitions: 'system', taskQueue: SYSTEM_TASK_QUEUE });
});

afterAll(() => systemWorker.stop());

/** A tool of a fixture with a time of grace; no server or catalog knows it. */
const toolOf = (type: string, terminateAfter = GRACE_MS): ToolDefinition => {
  const tool = given().tool('wait_for_finish');
  const { start, cancel } = tool;
  return { ...tool, start: { ...start, type }, cancel: { ...cancel, terminateAfter } };
};

const createTask = async (
  workflowType: string,
  input: Readonly<Record<string, unknown>> = {},
  graceMs = GRACE_MS,
): Promise<Task> =>
  given().create(
    'wait_for_finish',
    {},
    { tool: toolOf(workflowType, graceMs), workflowArguments: [input] },
  );

const cancel = async (taskId: string, reason?: string): Promise<Task> =>
  given().tasks.cancel(asOwner({ owner: given().owner }), taskId, {
    protocol,
    ...(reason !== undefined && { reason }),
  });

/** The companion of a task, as this process did when it died before it could ask the task to stop. */
const startCompanionOnly = async (task: Task): Promise<void> => {
  const read = await given().tasks.get(asOwner({ owner: given().owner }), task.taskId);
  const at = new Date().toISOString();
  await endAfterGrace(new TemporalCalls(given().temporal, 10_000), read, {
    name: 'mcp.task.cancel',
    payload: { by: 'client', at, reason: 'The server died' },
  });
};

/** Waits for the end of the companion's current chain, and says how it ended. */
const howCompanionEnded = async (task: Task): Promise<string> => {
  const handle = given().temporal.workflow.getHandle(toCompanionId(task));
  await handle.result();
  return (await handle.describe()).status.name;
};

/**
 * When something first happened to an execution, in milliseconds since the epoch. What comes while a Workflow Task runs
 * is in the history once that has ended.
 */
const timeOf = async (workflowId: string, attribute: string): Promise<number> =>
  eventually(`${attribute} of ${workflowId}`, async () => {
    const { events } = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    const event = events?.find((one) => Object.hasOwn(one, attribute));
    return toMs(event?.eventTime);
  });

const CANCEL_REQUESTED = 'workflowExecutionCancelRequestedEventAttributes';
const SIGNALED = 'workflowExecutionSignaledEventAttributes';
const TERMINATED = 'workflowExecutionTerminatedEventAttributes';

describe('a task that keeps running after its cancellation', () => {
  it('is terminated when the time of grace is over, and stays cancelled throughout', async () => {
    const task = await createTask('ignoreCancellation');
    const { taskId } = task;

    await cancel(taskId);
    const readings: { readonly phase: string; readonly status: string }[] = [];
    await given().tasks.waitFor(asOwner({ owner: given().owner }), taskId, {
      ...whenClosed(),
      onReading: (task) => {
        readings.push({ phase: task.phase, status: protocol.toStatus(task) });
      },
      refreshMs: () => 100,
    });

    expect(new Set(readings.map(({ phase }) => phase))).toStrictEqual(
      new Set(['working', 'cancelled']),
    );
    expect(new Set(readings.map(({ status }) => status))).toStrictEqual(new Set(['cancelled']));
    const asked = await timeOf(taskId, CANCEL_REQUESTED);
    // The companion starts a moment before the request.
    expect((await timeOf(taskId, TERMINATED)) - asked).toBeGreaterThan(GRACE_MS - 1_000);
    expect(await howCompanionEnded(task)).toBe('COMPLETED');
  });

  it('keeps the time it was created with, whatever the catalog says by then', async () => {
    const { taskId } = await createTask('ignoreCancellation');
    const other = given().connect({ tools: new Map() });

    await other.cancel(asOwner({ owner: given().owner }), taskId, { protocol });

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
  });

  it('is not spared by cancelling it again and again', async () => {
    const task = await createTask('ignoreCancellation');
    const { taskId } = task;
    // This generation reads a task that goes on as working, so it may be cancelled any number of times.
    const again = async (): Promise<Task> =>
      given().tasks.cancel(asOwner({ owner: given().owner }), taskId, { protocol: rev2026 });
    await again();
    const asked = await timeOf(taskId, CANCEL_REQUESTED);
    await eventually('most of its time', () => Date.now() > asked + GRACE_MS * 0.7);

    await again();

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    expect(await howCompanionEnded(task)).toBe('COMPLETED');
    const { events } = await given()
      .temporal.workflow.getHandle(toCompanionId(task))
      .fetchHistory();
    const waits = events?.flatMap((event) => event.timerStartedEventAttributes ?? []);
    expect(waits).toHaveLength(1);
  });
});

describe('a task that stops in time', () => {
  it.each([
    ['cleanUpOnCancellation', 'CANCELLED', 'cancelled'],
    ['swallowCancellation', 'COMPLETED', 'succeeded'],
  ] as const)(
    'is left alone, and its companion ends quietly: %s is %s',
    async (...[workflowType, status, phase]) => {
      const task = await createTask(workflowType, { cleanUpMs: 1_000 }, 3_000);
      const { taskId } = task;

      await cancel(taskId);

      expect(await given().closed(taskId)).toMatchObject({ phase, cancelRequested: true });
      expect(await howCompanionEnded(task)).toBe('COMPLETED');
      const { status: own } = await given().temporal.workflow.getHandle(taskId).describe();
      expect(own.name).toBe(status);
      const { events } = await given()
        .temporal.workflow.getHandle(toCompanionId(task))
        .fetchHistory();
      expect(events?.filter((event) => event.activityTaskStartedEventAttributes)).toHaveLength(1);
      expect(
        events?.filter((event) => event.activityTaskStartedEventAttributes?.lastFailure),
      ).toHaveLength(0);
    },
  );

  it('learns why it is cancelled', async () => {
    const task = await createTask('waitForAnswer', { opening: 'atOnce' }, 600_000);
    const { taskId } = task;
    await cancel(taskId, 'Changed my mind');
    const question = await eventually('the question', async () => {
      const { questions } = await given().tasks.get(asOwner({ owner: given().owner }), taskId);
      return questions[0]?.key;
    });

    await given().tasks.answer(asOwner({ owner: given().owner }), taskId, {
      [question]: { action: 'decline' },
    });

    expect(await given().closed(taskId)).toMatchObject({
      cancelRequested: true,
      outcome: { result: { structuredContent: { reason: 'Changed my mind' } } },
    });
    const { events } = await given().temporal.workflow.getHandle(taskId).fetchHistory();
    const [signal] = events?.flatMap((event) => event[SIGNALED] ?? []) ?? [];
    const [payload] = signal?.input?.payloads ?? [];
    expect(JSON.parse(Buffer.from(payload?.data ?? []).toString())).toStrictEqual({
      by: 'client',
      at: expect.any(String),
      reason: 'Changed my mind',
    });
    await given().temporal.workflow.getHandle(toCompanionId(task)).terminate('the test is over');
  });
});

describe('a task that nobody got to ask', () => {
  it('is asked by its companion, with the reason, and may still clean up', async () => {
    const task = await createTask('cleanUpOnCancellation', { cleanUpMs: 100 });

    await startCompanionOnly(task);

    expect(await given().closed(task.taskId)).toMatchObject({
      phase: 'cancelled',
      cancelRequested: true,
    });
    expect(await timeOf(task.taskId, SIGNALED)).toBeLessThanOrEqual(
      await timeOf(task.taskId, CANCEL_REQUESTED),
    );
    expect(await howCompanionEnded(task)).toBe('COMPLETED');
    const { status } = await given().temporal.workflow.getHandle(task.taskId).describe();
    expect(status.name).toBe('CANCELLED');
  });

  it('is terminated when it goes on for the same time again', async () => {
    const task = await createTask('ignoreCancellation', {}, 1_000);

    await startCompanionOnly(task);

    expect(await given().closed(task.taskId)).toMatchObject({
      phase: 'cancelled',
      cancelRequested: true,
    });
    const asked = await timeOf(task.taskId, CANCEL_REQUESTED);
    expect((await timeOf(task.taskId, TERMINATED)) - asked).toBeGreaterThanOrEqual(1_000);
  });

  it('is asked when it has gone on as another run, which Temporal has asked nothing', async () => {
    const task = await createTask('continueAsNewOnCancellation', {}, 1_000);
    const { taskId } = task;

    await cancel(taskId);

    expect(await given().closed(taskId)).toMatchObject({
      phase: 'cancelled',
      cancelRequested: true,
    });
    const { status, raw } = await given().temporal.workflow.getHandle(taskId).describe();
    expect(status.name).toBe('CANCELLED');
    const { execution, firstRunId } = raw.workflowExecutionInfo ?? {};
    expect(firstRunId).not.toBe(execution?.runId);
    expect(await howCompanionEnded(task)).toBe('COMPLETED');
  });

  it('has all of its time when it is cancelled after all', async () => {
    const task = await createTask('ignoreCancellation');
    const handle = given().temporal.workflow.getHandle(toCompanionId(task));
    await startCompanionOnly(task);
    const { startTime } = await handle.describe();
    await eventually('half of its time', () => Date.now() > startTime.getTime() + GRACE_MS / 2);

    await cancel(task.taskId);

    expect(await given().closed(task.taskId)).toMatchObject({ phase: 'cancelled' });
    const asked = await timeOf(task.taskId, CANCEL_REQUESTED);
    // The companion learns of it a moment before the request.
    expect((await timeOf(task.taskId, TERMINATED)) - asked).toBeGreaterThan(GRACE_MS * 0.8);
    expect(await howCompanionEnded(task)).toBe('COMPLETED');
  });

  it('has had its time while no Worker ran', async () => {
    const task = await createTask('ignoreCancellation');
    await systemWorker.stop();
    await cancel(task.taskId);
    const asked = Date.now();
    await eventually('the time of grace', () => Date.now() > asked + GRACE_MS);

    systemWorker = await runTestWorker({ definitions: 'system', taskQueue: SYSTEM_TASK_QUEUE });

    expect(await howCompanionEnded(task)).toBe('COMPLETED');
    const { events } = await given()
      .temporal.workflow.getHandle(toCompanionId(task))
      .fetchHistory();
    const [wait] = events?.flatMap((event) => event.timerStartedEventAttributes ?? []) ?? [];
    // Workers of other suites have the same Task Queue, so one may have taken it before.
    const takenAt = await timeOf(toCompanionId(task), 'workflowTaskStartedEventAttributes');
    expect(toMs(wait?.startToFireTimeout) ?? 0).toBeLessThanOrEqual(
      Math.max(asked + GRACE_MS - takenAt, 1),
    );
  });
});

/** What a companion has to know to end a task that is no MCP task. */
const toEnd = (taskId: string): CompanionInput => ({
  taskId,
  toolName: 'none',
  createdAt: new Date().toISOString(),
  ending: {
    firstRunId: randomUUID(),
    graceMs: 1_000,
    isRepeated: false,
    dueAtMs: Date.now(),
    evenUnasked: false,
  },
});

describe('a companion', () => {
  it('is no task: it is not listed and cannot be read or cancelled', async () => {
    const task = await createTask('ignoreCancellation', {}, 600_000);
    const { taskId } = task;
    await cancel(taskId);
    const { tasks, owner, temporal } = given();
    const companionId = toCompanionId(task);
    await eventually('the companion in visibility', async () => {
      const query = `WorkflowId = '${companionId}'`;
      for await (const { workflowId } of temporal.workflow.list({ query })) return workflowId;
      return undefined;
    });

    const { tasks: listed } = await tasks.list(asOwner({ owner }));
    expect(listed.map((one) => one.taskId)).not.toContain(companionId);
    await expect(tasks.get(asOwner({ owner }), companionId)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    await expect(tasks.cancel(asOwner({ owner }), companionId, { protocol })).rejects.toMatchObject(
      {
        code: 'taskNotFound',
      },
    );
    await temporal.workflow.getHandle(companionId).terminate('the test is over');
    await given().finish(taskId, null);
  });

  it('is not there for a tool without terminateAfter', async () => {
    const task = await given().create('ignore_cancellation');
    const { taskId } = task;
    await cancel(taskId);

    await expect(
      given().temporal.workflow.getHandle(toCompanionId(task)).describe(),
    ).rejects.toBeInstanceOf(WorkflowNotFoundError);
    await given().finish(taskId, null);
  });

  it('leaves another chain with the same Workflow ID alone', async () => {
    const { temporal, taskQueue } = given();
    const taskId = `test-${randomUUID()}`;
    const options = { workflowId: taskId, taskQueue, args: [] };
    await temporal.workflow.start('waitForFinish', options);
    given().terminateLater(taskId);

    await temporal.workflow.execute(COMPANION_WORKFLOW_TYPE, {
      workflowId: `test-${randomUUID()}`,
      taskQueue: SYSTEM_TASK_QUEUE,
      args: [toEnd(taskId)],
    });

    const { status, raw } = await temporal.workflow.getHandle(taskId).describe();
    expect(status.name).toBe('RUNNING');
    expect(raw.workflowExtendedInfo?.cancelRequested).toBe(false);
  });

  it('ends quietly when the execution was removed', async () => {
    const taskId = `test-${randomUUID()}`;

    await expect(
      given().temporal.workflow.execute(COMPANION_WORKFLOW_TYPE, {
        workflowId: `test-${randomUUID()}`,
        taskQueue: SYSTEM_TASK_QUEUE,
        args: [toEnd(taskId)],
        workflowExecutionTimeout: '10 seconds',
      }),
    ).resolves.toBeUndefined();
  });
});
