import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WorkflowNotFoundError } from '@temporalio/client';

import type { TaskMeta } from '../../../src/core/contract.js';
import type { CreatedTask, CreateTaskRequest } from '../../../src/core/task/tasks.js';
import { SYSTEM_TASK_QUEUE } from '../../../src/core/task/termination-grace.js';
import { TTL_WORKFLOW_TYPE, type TtlTarget } from '../../../src/core/task/ttl-end.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { eventually } from '../../support/eventually.js';
import { rev2026 } from '../../support/protocols.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { withTasks } from '../../support/with-tasks.js';

const TTL_MS = 2_000;
const HOUR_MS = 60 * 60_000;

// A namespace of its own: a system Worker of another suite would finish what these tests leave waiting.
const given = withTasks({ ownNamespace: true });
let systemWorker: TestWorker | undefined;

const startSystemWorker = async (): Promise<void> => {
  const { namespace } = given().temporal.options;
  systemWorker = await runTestWorker({
    definitions: 'system',
    taskQueue: SYSTEM_TASK_QUEUE,
    namespace,
  });
};
const stopSystemWorker = async (): Promise<void> => {
  await systemWorker?.stop();
  systemWorker = undefined;
};

beforeAll(startSystemWorker);
afterAll(stopSystemWorker);

type Ends = Partial<Pick<ToolDefinition, 'ttlWhenOver' | 'terminateAfterMs' | 'start'>>;

const create = async (
  workflowType: string,
  { ttlWhenOver = 'cancel', ...ends }: Ends,
  more: Partial<CreateTaskRequest> = {},
): Promise<CreatedTask> => {
  const tool = {
    ...given().tool('wait_for_finish'),
    workflowType,
    ttlWhenOver,
    minTtlMs: 1,
    ttlMs: TTL_MS,
    keepMs: HOUR_MS,
    ...ends,
  };
  return given().create('wait_for_finish', {}, { tool, workflowArguments: [{}], ...more });
};

const companionOf = async (taskId: string): Promise<string> => {
  const { memo } = await given().temporal.workflow.getHandle(taskId).describe();
  return String((memo?.['mcp.meta'] as TaskMeta).companionId);
};

const statusOf = async (workflowId: string): Promise<string> =>
  (await given().temporal.workflow.getHandle(workflowId).describe()).status.name;

const untilStatus = async (workflowId: string, status: string): Promise<true> =>
  eventually(`${workflowId} is ${status}`, async () => (await statusOf(workflowId)) === status);

const eventsOf = async (workflowId: string) =>
  (await given().temporal.workflow.getHandle(workflowId).fetchHistory()).events ?? [];

describe('work that goes on when the time to live of its task is over', () => {
  it('is left alone by default, and its start is one request', async () => {
    const { taskId } = await create('waitForFinish', { ttlWhenOver: 'leave' });
    const { memo } = await given().temporal.workflow.getHandle(taskId).describe();

    expect(memo?.['mcp.meta']).not.toHaveProperty('companionId');
    await given().finish(taskId, null);
  });

  it('is asked to stop, and told why', async () => {
    const { taskId } = await create(
      'waitForAnswer',
      {},
      {
        workflowArguments: [{ opening: 'atOnce' }],
      },
    );
    const companionId = await companionOf(taskId);

    await untilStatus(companionId, 'COMPLETED');

    const events = await eventsOf(taskId);
    const [signal] = events.flatMap(
      (event) => event.workflowExecutionSignaledEventAttributes ?? [],
    );
    const [payload] = signal?.input?.payloads ?? [];
    expect(signal?.signalName).toBe('mcp.task.cancel');
    expect(JSON.parse(Buffer.from(payload?.data ?? []).toString())).toStrictEqual({
      by: 'ttl',
      at: expect.any(String),
      reason: 'its time to live is over',
    });
    expect(await given().tasks.get(taskId, given().owner)).toMatchObject({ cancelRequested: true });
  });

  it('is terminated where it goes on after the time of grace', async () => {
    const { taskId } = await create('ignoreCancellation', { terminateAfterMs: 1_000 });

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    const last = (await eventsOf(taskId)).at(-1)?.workflowExecutionTerminatedEventAttributes;
    expect(last?.reason).toBe(`mcp: its time to live is over (${TTL_MS} ms)`);
  });

  it('is terminated at once, with no word before', async () => {
    const { taskId } = await create('ignoreCancellation', { ttlWhenOver: 'terminate' });

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    const events = await eventsOf(taskId);
    expect(events.some((event) => event.workflowExecutionCancelRequestedEventAttributes)).toBe(
      false,
    );
  });

  it('is ended in a later run, which the memo tells of', async () => {
    const { taskId } = await create('continueAsNewOnCancellation', { terminateAfterMs: 1_000 });
    await given().tasks.cancel(taskId, given().owner, { protocol: rev2026 });

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    const { raw } = await given().temporal.workflow.getHandle(taskId).describe();
    const { execution, firstRunId } = raw.workflowExecutionInfo ?? {};
    expect(firstRunId).not.toBe(execution?.runId);
  });

  it('is ended in a later run that has dropped its memo', async () => {
    const { taskId } = await create('dropMemo', { ttlWhenOver: 'terminate' });

    await untilStatus(taskId, 'TERMINATED');
    const { memo } = await given().temporal.workflow.getHandle(taskId).describe();
    expect(memo).not.toHaveProperty('mcp.meta');
  });

  it('is ended when a Worker is there again, without any server', async () => {
    await stopSystemWorker();
    const { taskId } = await create('waitForFinish', { ttlWhenOver: 'terminate' });
    const companionId = await companionOf(taskId);
    await eventually('the companion is due', async () => {
      const events = await eventsOf(companionId);
      return events.some((event) => event.workflowTaskScheduledEventAttributes);
    });
    expect(await statusOf(taskId)).toBe('RUNNING');

    await startSystemWorker();

    await untilStatus(taskId, 'TERMINATED');
  });
});

describe('a companion', () => {
  it('goes when the end of its task is read, long before the time is over', async () => {
    const { taskId } = await create('waitForFinish', {}, { ttlMs: HOUR_MS });
    const companionId = await companionOf(taskId);
    expect(await statusOf(companionId)).toBe('RUNNING');

    await given().finish(taskId, null);
    await given().closed(taskId);

    await untilStatus(companionId, 'TERMINATED');
    expect(await given().tasks.get(taskId, given().owner)).toMatchObject({ phase: 'succeeded' });
  });

  it('is there once for calls with one idempotency key', async () => {
    const idempotencyKey = randomUUID();
    const first = await create('waitForFinish', {}, { ttlMs: HOUR_MS, idempotencyKey });
    const companionId = await companionOf(first.taskId);

    const second = await create('waitForFinish', {}, { ttlMs: HOUR_MS, idempotencyKey });

    expect(second.taskId).toBe(first.taskId);
    const query = `WorkflowType = '${TTL_WORKFLOW_TYPE}' AND ExecutionStatus = 'Running' AND WorkflowId STARTS_WITH 'mcp-ttl-${first.taskId}-'`;
    const open = await eventually('there is one', async () => {
      const found: string[] = [];
      for await (const { workflowId } of given().temporal.workflow.list({ query })) {
        found.push(workflowId);
      }
      return found.length === 1 ? found : undefined;
    });
    expect(open).toStrictEqual([companionId]);
    await given().finish(first.taskId, null);
    await given().closed(first.taskId);
  });

  it('leaves a later start under the same ID alone', async () => {
    const workflowId = `own-${randomUUID()}`;
    const ownId = {
      workflowId,
      idConflictPolicy: 'Fail',
      idReusePolicy: 'AllowDuplicate',
    } as const;
    const first = await create('waitForFinish', {}, { start: { ownId } });
    const companionId = await companionOf(workflowId);
    await given().temporal.workflow.getHandle(workflowId).terminate('somebody else');
    const second = await create('waitForFinish', { ttlWhenOver: 'leave' }, { start: { ownId } });
    expect(second.taskId).toBe(first.taskId);

    await untilStatus(companionId, 'COMPLETED');

    const { status, raw } = await given().temporal.workflow.getHandle(workflowId).describe();
    expect(status.name).toBe('RUNNING');
    expect(raw.workflowExtendedInfo?.cancelRequested).toBe(false);
  });

  it('is not left behind by a call that shares what runs, and does not put off its end', async () => {
    const workflowId = `own-${randomUUID()}`;
    const ownId = {
      workflowId,
      idConflictPolicy: 'UseExisting',
      idReusePolicy: 'RejectDuplicate',
    } as const;
    await create('waitForFinish', { ttlWhenOver: 'terminate' }, { start: { ownId } });
    const companionId = await companionOf(workflowId);

    const shared = await create(
      'waitForFinish',
      { ttlWhenOver: 'terminate' },
      { start: { ownId } },
    );

    expect(shared.isShared).toBe(true);
    expect(await companionOf(workflowId)).toBe(companionId);
    await untilStatus(workflowId, 'TERMINATED');
  });

  it('ends quietly when its task was never started', async () => {
    const taskId = `test-${randomUUID()}`;
    const target: TtlTarget = { taskId, ttlMs: 1_000, action: 'terminate' };
    const { workflow } = given().temporal;

    await expect(
      workflow.execute(TTL_WORKFLOW_TYPE, {
        workflowId: `mcp-ttl-${taskId}-x`,
        taskQueue: SYSTEM_TASK_QUEUE,
        args: [target],
        workflowExecutionTimeout: '10 seconds',
      }),
    ).resolves.toBeUndefined();
  });

  it('is no task, whatever its ID', async () => {
    const { taskId } = await create('waitForFinish', {}, { ttlMs: HOUR_MS });
    const companionId = await companionOf(taskId);

    await expect(given().tasks.get(companionId, given().owner)).rejects.toMatchObject({
      code: 'taskNotFound',
    });
    await given().finish(taskId, null);
    await given().closed(taskId);
    await untilStatus(companionId, 'TERMINATED');
    await expect(
      given().temporal.workflow.getHandle(`mcp-grace-${taskId}`).describe(),
    ).rejects.toBeInstanceOf(WorkflowNotFoundError);
  });
});
