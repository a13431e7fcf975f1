import { randomUUID } from 'node:crypto';

import { describe, expect, it, jest } from '@jest/globals';

import { SYSTEM_TASK_QUEUE } from '../../../src/core/companion/companion.js';
import type { Task } from '../../../src/core/task/task.js';
import type { CreatedTask } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ActivityStart } from '../../../src/definition/tool/activity.js';
import { ActivityExecutionStatus } from '../../../src/temporal/link/proto-enums.js';
import { asActivityTool } from '../../support/activity-tool.js';
import type { OwnedRequest } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { hasActivities } from '../../support/standalone-activities.js';
import { whenClosed, withTasks } from '../../support/with-tasks.js';

const describeActivities = hasActivities ? describe : describe.skip;

const given = withTasks();

interface Made {
  readonly input?: object;
  readonly start?: Partial<ActivityStart>;
  readonly more?: Partial<OwnedRequest>;
}

async function make(
  type: string,
  { input = {}, start = {}, more = {} }: Made = {},
): Promise<CreatedTask> {
  const { create, tool } = given();
  return create(
    'quick_job',
    {},
    {
      tool: asActivityTool(tool('quick_job'), type, start),
      workflowArguments: [input],
      ...more,
    },
  );
}

const read = async (taskId: string): Promise<Task> => {
  const { connect, owner, tool } = given();
  const tools = new Map([['quick_job', asActivityTool(tool('quick_job'), 'any')]]);
  return connect({ tools }).get(asOwner({ owner }), taskId);
};

const untilRunning = async (taskId: string): Promise<Task> =>
  eventually('a Worker has it', async () => {
    const task = await read(taskId);
    return task.statusMessage?.includes('running') ? task : undefined;
  });

const cancel = async (taskId: string, reason?: string): Promise<Task> => {
  const { tasks, owner } = given();
  return tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025, reason });
};

describeActivities('a task of a Standalone Activity', () => {
  it('names the causes of its failure in the log alone', async () => {
    const { connect, owner } = given();
    const logged: unknown[][] = [];
    const log = (...line: unknown[]): void => void logged.push(line);
    const { taskId } = await make('failWithCause');
    await given().closed(taskId);

    const tasks = connect({ logger: { info: log, warn: log, error: log } });
    const ended = await tasks.get(asOwner({ owner }), taskId);

    expect(JSON.stringify(ended)).not.toContain('gateway-7');
    expect(logged).toEqual([
      [{ taskId, causes: ['Deep'] }, 'The types of the causes of a failed task'],
    ]);
  });

  it('shows its heartbeats during a wait, and ends with the returned value', async () => {
    const { tasks, owner } = given();
    const { taskId } = await make('computeSlowly', { input: { seconds: 3, label: 'pi' } });
    const seen: (number | undefined)[] = [];

    const ended = await tasks.waitFor(asOwner({ owner }), taskId, {
      ...whenClosed(),
      onReading: ({ progress }) => void seen.push(progress?.progress),
    });

    const summary = 'Computed pi in 3 s';
    expect(ended.outcome).toMatchObject({ result: { structuredContent: { summary } } });
    expect(seen.filter((progress) => progress !== undefined).length).toBeGreaterThan(1);
    expect(ended.progress).toBeUndefined();
    expect(await read(taskId)).toEqual(ended);
  });

  it.each([
    ['obeys', undefined, 'cancelled', ['cancelled', 'cancelled']],
    ['cleans up and returns', 'return', 'succeeded', ['cancelled', 'completed']],
    ['fails over it', 'fail', 'toolError', ['cancelled', 'completed']],
  ] as const)('is cancelled, if its Worker %s', async (_how, after, phase, statuses) => {
    const { taskId } = await make('waitForCancellation', { input: { after } });
    await untilRunning(taskId);

    const asked = await cancel(taskId, 'no more');
    await expect(cancel(taskId)).rejects.toMatchObject({ code: 'taskTerminal' });
    const ended = await given().closed(taskId);

    expect(asked.cancelRequested).toBe(true);
    expect(ended).toMatchObject({ phase, cancelRequested: true });
    expect([rev2025.toStatus(ended), rev2026.toStatus(ended)]).toEqual(statuses);
    await expect(cancel(taskId)).rejects.toMatchObject({ code: 'taskTerminal' });
  });

  it('is cancelled at once without a Worker, and says that it waits for one', async () => {
    const { taskId } = await make('giveBackInput', { start: { taskQueue: randomUUID() } });
    const waiting = await read(taskId);

    expect(waiting.statusMessage).toBe('giveBackInput: waiting for a worker');
    expect(await cancel(taskId)).toMatchObject({ phase: 'cancelled', cancelRequested: true });
  });

  it.each([
    [
      'failAlways',
      { retryPolicy: { maximumAttempts: 2, initialInterval: 10 } },
      'toolError',
      'Attempt 2 was refused (AlwaysFails)',
    ],
    ['failWithCause', {}, 'toolError', 'No such customer: c1 (NoCustomer)'],
    [
      'failAlways',
      { scheduleToCloseTimeout: 8_000, retryPolicy: { initialInterval: 60_000 } },
      'toolError',
      'Attempt 1 was refused (AlwaysFails)',
    ],
    [
      'waitForCancellation',
      { startToCloseTimeout: 300, retryPolicy: { maximumAttempts: 1 } },
      'protocolError',
      'The activity timed out: it did not end within its start-to-close timeout.',
    ],
    [
      'giveBackInput',
      { taskQueue: 'nobody-polls-this-queue', scheduleToStartTimeout: 300 },
      'protocolError',
      'The activity timed out: no worker took it within its schedule-to-start timeout.',
    ],
  ] as const)('ends with the error of %s', async (type, start, phase, statusMessage) => {
    const { taskId } = await make(type, { start });

    expect(await given().closed(taskId)).toMatchObject({ phase, statusMessage });
  });

  it('counts as failed when an operator terminates it', async () => {
    const { taskId } = await make('waitForCancellation');
    const { workflowService } = given().temporal;

    await workflowService.terminateActivityExecution({
      namespace: 'default',
      activityId: taskId,
      reason: 'maintenance',
    });

    expect(await read(taskId)).toMatchObject({
      phase: 'protocolError',
      statusMessage: 'The activity was terminated: "maintenance"',
    });
  });

  it('is retried, and says so', async () => {
    const { taskId } = await make('succeedAt', {
      input: { attempt: 2 },
      start: { retryPolicy: { initialInterval: 5_000 } },
    });

    const retried = await eventually('a second attempt', async () => {
      const { statusMessage } = await read(taskId);
      return statusMessage?.includes('attempt 2') ? statusMessage : undefined;
    });

    expect(retried).toMatch(/^succeedAt: attempt 2, next try in \d s \(last failure: ".+"\)$/);
    expect(await read(taskId)).toMatchObject({ hasFailedAttempt: true });
  });

  it('ends a day after its delay, or after twice the time of an attempt, unless the tool says more', async () => {
    const { workflowService } = given().temporal;
    const limitOf = async (start: Partial<ActivityStart>, delayMs?: number) => {
      const { taskId: activityId } = await make('giveBackInput', {
        start: { taskQueue: randomUUID(), ...start },
        more: { start: { delayMs } },
      });
      const { info } = await workflowService.describeActivityExecution({
        namespace: 'default',
        activityId,
      });
      await cancel(activityId);
      return Number(info?.scheduleToCloseTimeout?.seconds ?? 0) / 3_600;
    };

    expect(await limitOf({})).toBe(24);
    expect(await limitOf({ startToCloseTimeout: 24 * 3_600_000 }, 3_600_000)).toBe(49);
    expect(await limitOf({ scheduleToCloseTimeout: 3_600_000 }, 3_600_000)).toBe(1);
    expect(await limitOf({ scheduleToCloseTimeout: null })).toBe(0);
  });

  it.each([
    ['notRegistered', {}, {}, 'register the activity on its worker, or correct its type'],
    [
      'staySilent',
      {},
      { heartbeatTimeout: 300, retryPolicy: { initialInterval: 10, backoffCoefficient: 1 } },
      'let the function send heartbeats, or write "heartbeatTimeout: null"',
    ],
  ] as const)(
    'says that no attempt of %s mends its failure, and what does',
    async (type, input, start, mend) => {
      const { taskId } = await make(type, { input, start });

      const stuck = await eventually('a failure that lasts', async () => {
        const task = await read(taskId);
        return task.isStuck ? task : undefined;
      });

      expect(stuck.statusMessage).toContain(`: an operator has to ${mend}`);
      expect(stuck.statusMessage).toContain('(last failure: ');
      await cancel(taskId);
    },
  );

  it('is unknown to other owners, who cause no call', async () => {
    const { connect, temporal } = given();
    const { taskId } = await make('giveBackInput');
    const describeActivity = jest.spyOn(temporal.workflowService, 'describeActivityExecution');

    const other = connect().get(asOwner({ owner: 'somebody else' }), taskId);

    await expect(other).rejects.toMatchObject({ code: 'taskNotFound' });
    expect(describeActivity).not.toHaveBeenCalled();
    describeActivity.mockRestore();
  });
});

describeActivities('a wait for a Standalone Activity', () => {
  it('ends without a long poll, too', async () => {
    const { connect, owner } = given();
    const tasks = connect({ longPolls: 0 });
    const { taskId } = await make('computeSlowly', { input: { seconds: 1, label: 'e' } });

    const ended = await tasks.waitFor(asOwner({ owner }), taskId, whenClosed());

    expect(ended.phase).toBe('succeeded');
  });
});

describeActivities('the end of a Standalone Activity', () => {
  it('comes from its companion, if its Worker ignores the cancellation', async () => {
    const system = await runTestWorker({ definitions: 'system', taskQueue: SYSTEM_TASK_QUEUE });
    const { tool } = given();
    const activity = asActivityTool(tool('quick_job'), 'waitForCancellation');
    const cancelling = { ...activity.cancel, terminateAfter: 500 };
    const { taskId } = await make('waitForCancellation', {
      input: { after: 'goOn' },
      more: { tool: { ...activity, cancel: cancelling } },
    });
    await untilRunning(taskId);
    await cancel(taskId);

    expect(await given().closed(taskId)).toMatchObject({ phase: 'cancelled' });
    const { info } = await given().temporal.workflowService.describeActivityExecution({
      namespace: 'default',
      activityId: taskId,
    });
    expect(info?.status).toBe(ActivityExecutionStatus.ACTIVITY_EXECUTION_STATUS_TERMINATED);
    await system.stop();
  });

  it('is forgotten when the time to live is over', async () => {
    const { tool } = given();
    const { taskId } = await make('giveBackInput', {
      more: { tool: asActivityTool(tool('short_lived'), 'giveBackInput') },
    });

    const gone = await eventually('its expiry', async () =>
      read(taskId).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );

    expect(gone).toMatchObject({ code: 'taskExpired' });
  });

  it('has the whole of a large result', async () => {
    const { taskId } = await make('returnBytesOfText', { input: { bytes: 1_500_000 } });

    const ended = await given().closed(taskId);

    expect(JSON.stringify(ended.outcome).length).toBeGreaterThan(1_500_000);
  });
});

describeActivities('the page of a task of a Standalone Activity', () => {
  it('has its arguments, its start and its end', async () => {
    const { taskId } = await make('giveBackInput', { input: { a: 1 } });
    await given().closed(taskId);

    const history = await given().tasks.history(asOwner({ owner: given().owner }), taskId);

    expect(history).toMatchObject({
      workflowArguments: [{ a: 1 }],
      pending: [],
      isWhole: true,
      entries: [
        { kind: 'started' },
        { kind: 'begun', work: 'activity', name: 'giveBackInput' },
        { kind: 'over', of: 2, how: 'done' },
        { kind: 'ended', how: 'done' },
      ],
    });
  });
});

describeActivities('calls that start a Standalone Activity', () => {
  it('become one task with one key, and are refused with other arguments', async () => {
    const idempotencyKey = randomUUID();
    const first = await make('giveBackInput', { input: { a: 1 }, more: { idempotencyKey } });
    const again = await make('giveBackInput', { input: { a: 1 }, more: { idempotencyKey } });
    const other = make('giveBackInput', { input: { a: 2 }, more: { idempotencyKey } });

    expect(again).toMatchObject({ taskId: first.taskId, isRepeat: true });
    await expect(other).rejects.toMatchObject({ code: 'idempotencyConflict' });
  });

  it('join an equal one that runs, and not one that has ended', async () => {
    const equalCall = { key: randomUUID() };
    const first = await make('waitForCancellation', { more: { equalCall } });
    const second = await make('waitForCancellation', { more: { equalCall } });
    await cancel(first.taskId);
    await given().closed(first.taskId);
    const third = await make('waitForCancellation', { more: { equalCall } });

    expect(second).toMatchObject({ taskId: first.taskId, isRepeat: true });
    expect(third.isRepeat).toBeUndefined();
    expect(third.taskId).not.toBe(first.taskId);
  });

  it('are refused under an own ID that is in use, and run again by the policy', async () => {
    const workflowId = `activity:order-${randomUUID()}`;
    const underId = async (owner: string, idReusePolicy: 'RejectDuplicate' | 'AllowDuplicate') =>
      make('giveBackInput', {
        more: {
          owner,
          start: { ownId: { workflowId, idConflictPolicy: 'Fail', idReusePolicy } },
        },
      });
    const { owner } = given();
    const first = await underId(owner, 'RejectDuplicate');
    await given().closed(first.taskId);

    await expect(underId(owner, 'RejectDuplicate')).rejects.toThrow('has done this already');
    const again = await underId(owner, 'AllowDuplicate');
    await expect(underId('another', 'RejectDuplicate')).rejects.toThrow('which other work has');
    expect(first.taskId).toBe(workflowId);
    expect(again.isRepeat).toBeUndefined();
  });

  it('are counted with the Workflows of their owner', async () => {
    const { tools, tool } = given();
    const activity = asActivityTool(tool('quick_job'), 'waitForCancellation');
    const tasks = given().connect({ maxOpenTasks: 2, tools: new Map([...tools, ['a', activity]]) });
    const owner = randomUUID();
    const start = async (ofTool: typeof activity) =>
      tasks.create(asOwner({ owner }), {
        tool: ofTool,
        workflowArguments: [{}],
        protocolVersion: rev2025.version,
      });
    await start(activity);
    await start(tool('wait_for_finish'));

    await expect(start(activity)).rejects.toMatchObject({ code: 'busy' });
  });
});

describeActivities('a list of tasks', () => {
  it('has those of Workflows and Activities once each, newest first, on pages', async () => {
    const { tools, tool } = given();
    const activity = asActivityTool(tool('quick_job'), 'waitForCancellation');
    const tasks = given().connect({ pageSize: 2, tools: new Map([...tools, ['a', activity]]) });
    const by = asOwner({ owner: randomUUID() });
    const workflow = tool('wait_for_finish');
    const created: string[] = [];
    for (const ofTool of [workflow, activity, activity, activity, workflow, activity, workflow]) {
      const request = { tool: ofTool, workflowArguments: [{}], protocolVersion: rev2025.version };
      created.push((await tasks.create(by, request)).taskId);
    }
    const list = async (): Promise<string[]> => {
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await given()
          .connect({ pageSize: 2, tools: new Map([...tools, ['a', activity]]) })
          .list(by, { cursor });
        listed.push(...page.tasks.map(({ taskId }) => taskId));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return listed;
    };

    const listed = await eventually('all are listed', async () => {
      const ids = await list();
      return ids.length >= created.length ? ids : undefined;
    });

    expect(listed).toEqual(created.reverse());
  });
});
