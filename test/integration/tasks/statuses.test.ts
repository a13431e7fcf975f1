import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { describe, expect, it, jest } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

import type { Task } from '../../../src/core/task/task.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import type { WorkflowStart } from '../../../src/definition/tool/workflow.js';
import { failNextByHand } from '../../support/answer-by-hand.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { rev2025, rev2026 } from '../../support/protocols.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { type TestTasks, whenClosed, withTasks } from '../../support/with-tasks.js';

const { EventType } = proto.temporal.api.enums.v1;

/** Below the 10 s of a call to Temporal without an answer. */
const PROMPTLY_MS = 8_000;

const given = withTasks();

const statusesOf = (task: Task) => [rev2025.toStatus(task), rev2026.toStatus(task)];

const cancel = async ({ tasks, owner }: TestTasks, taskId: string): Promise<Task> =>
  tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });

const terminate = async (
  { temporal }: TestTasks,
  taskId: string,
  reason: string,
): Promise<void> => {
  await temporal.workflow.getHandle(taskId).terminate(reason);
};

const text = (value: string) => [{ type: 'text', text: value }];
const toolError = { content: text('Out of stock'), isError: true };

type Limits = Pick<WorkflowStart, 'executionTimeout' | 'runTimeout' | 'retryPolicy'>;

function withLimits({ start, ...tool }: ToolDefinition, limits: Limits): ToolDefinition {
  if (start.kind !== 'workflow') throw new Error(`${tool.name} has no Workflow`);
  return { ...tool, start: { ...start, ...limits } };
}

/** One row of the status table in docs/errors.md. */
interface Row {
  readonly ending: string;
  readonly tool: string;
  readonly input?: Record<string, unknown>;
  /** Limits and retries of the execution, instead of the tool's. */
  readonly limits?: Limits;
  /** Acts on the task between its creation and its end. */
  readonly act?: (test: TestTasks, taskId: string) => Promise<unknown>;
  /** The status under 2025-11-25 and under 2026-07-28. */
  readonly statuses: readonly [string, string];
  readonly task: Record<string, unknown>;
}

const succeeded = (structuredContent: object) => ({
  phase: 'succeeded',
  outcome: { kind: 'result', result: expect.objectContaining({ structuredContent }) as object },
});
const failed = (message: string) => ({
  phase: 'toolError',
  statusMessage: message,
  outcome: { kind: 'result', result: { content: text(message), isError: true } },
});
const broken = (message: string) => ({
  phase: 'protocolError',
  statusMessage: message,
  outcome: { kind: 'error', error: { code: -32603, message } },
});
const cancelled = {
  phase: 'cancelled',
  statusMessage: 'Cancelled.',
  outcome: { kind: 'cancelled' },
};

const rows: readonly Row[] = [
  {
    ending: 'completes',
    tool: 'wait_for_finish',
    act: (test, taskId) => test.finish(taskId, { ok: true }),
    statuses: ['completed', 'completed'],
    task: { ...succeeded({ ok: true }), cancelRequested: false },
  },
  {
    ending: 'completes with isError',
    tool: 'wait_for_finish',
    act: (test, taskId) => test.finish(taskId, toolError),
    statuses: ['failed', 'completed'],
    task: {
      phase: 'toolError',
      statusMessage: 'Out of stock',
      outcome: { kind: 'result', result: toolError },
    },
  },
  {
    ending: 'completes because it swallows the cancellation',
    tool: 'swallow_cancellation',
    act: cancel,
    statuses: ['cancelled', 'completed'],
    task: { ...succeeded({ swallowed: true }), cancelRequested: true },
  },
  {
    ending: 'completes because it ignores the cancellation',
    tool: 'ignore_cancellation',
    act: async (test, taskId) => {
      await cancel(test, taskId);
      await test.finish(taskId, { done: 'anyway' });
    },
    statuses: ['cancelled', 'completed'],
    task: { ...succeeded({ done: 'anyway' }), cancelRequested: true },
  },
  {
    ending: 'fails with an application failure',
    tool: 'failing_job',
    statuses: ['failed', 'completed'],
    task: failed('Something went wrong in the job (JobFailed)'),
  },
  {
    ending: 'fails because an activity does',
    tool: 'fail_in_activity',
    input: { maxAttempts: 2 },
    statuses: ['failed', 'completed'],
    task: failed('Attempt 2 was refused (AlwaysFails)'),
  },
  {
    ending: 'explains why its activity fails',
    tool: 'fail_in_activity',
    input: { maxAttempts: 1, message: 'Order 17 waits for another card.' },
    statuses: ['failed', 'completed'],
    task: failed('Order 17 waits for another card. (Explained)'),
  },
  {
    ending: 'fails because an activity times out',
    tool: 'fail_in_time',
    statuses: ['failed', 'completed'],
    task: failed(
      'The activity waitForCancellation timed out: it did not end within its schedule-to-close timeout.',
    ),
  },
  {
    ending: 'fails because an activity has no time left for another attempt',
    tool: 'fail_in_time',
    input: { failsFirst: true },
    statuses: ['failed', 'completed'],
    task: failed('Attempt 1 was refused (AlwaysFails)'),
  },
  {
    ending: 'fails because a child workflow does',
    tool: 'fail_in_child',
    statuses: ['failed', 'completed'],
    task: failed('Something went wrong in the job (JobFailed)'),
  },
  {
    ending: 'fails with mcp.JsonRpcError',
    tool: 'protocol_error_job',
    statuses: ['failed', 'failed'],
    task: {
      phase: 'protocolError',
      statusMessage: 'The job ended in a protocol error',
      outcome: {
        kind: 'error',
        error: {
          code: -32603,
          message: 'The job ended in a protocol error',
          data: { reason: 'requested by the fixture' },
        },
      },
    },
  },
  {
    ending: 'times out',
    tool: 'times_out',
    statuses: ['failed', 'failed'],
    task: broken('The workflow timed out: it did not end within its execution timeout.'),
  },
  {
    ending: 'has a run that times out',
    tool: 'wait_for_finish',
    limits: { runTimeout: 1_000, executionTimeout: 600_000 },
    statuses: ['failed', 'failed'],
    task: broken('The workflow timed out: one of its runs did not end within its run timeout.'),
  },
  {
    ending: 'is terminated by someone else',
    tool: 'wait_for_finish',
    act: (test, taskId) => terminate(test, taskId, 'cleaning up'),
    statuses: ['failed', 'failed'],
    task: broken('The workflow was terminated: "cleaning up"'),
  },
  {
    ending: 'is terminated by us',
    tool: 'ignore_cancellation',
    act: (test, taskId) => terminate(test, taskId, 'mcp: cancelled, and the grace period is over'),
    statuses: ['cancelled', 'cancelled'],
    task: cancelled,
  },
  {
    ending: 'is cancelled',
    tool: 'wait_for_finish',
    act: cancel,
    statuses: ['cancelled', 'cancelled'],
    task: { ...cancelled, cancelRequested: true },
  },
  {
    ending: 'is cancelled by someone else',
    tool: 'wait_for_finish',
    act: ({ temporal }, taskId) => temporal.workflow.getHandle(taskId).cancel(),
    statuses: ['cancelled', 'cancelled'],
    task: { ...cancelled, cancelRequested: true },
  },
  {
    ending: 'is cancelled and cleans up first',
    tool: 'clean_up_on_cancellation',
    input: { cleanUpMs: 200 },
    act: cancel,
    statuses: ['cancelled', 'cancelled'],
    task: { ...cancelled, cancelRequested: true },
  },
  {
    ending: 'fails with mcp.Cancelled',
    tool: 'answered_by_hand',
    act: ({ temporal, taskQueue }) =>
      temporal.withDeadline(Date.now() + PATIENCE_MS, () =>
        failNextByHand(temporal, `${taskQueue}-by-hand`, {
          type: 'mcp.Cancelled',
          message: 'stopped as asked',
          detail: null,
        }),
      ),
    statuses: ['cancelled', 'cancelled'],
    task: {
      ...cancelled,
      cancelRequested: false,
      statusMessage: 'Cancelled: stopped as asked',
      outcome: { kind: 'cancelled', reason: 'stopped as asked' },
    },
  },
  {
    ending: 'continues as new three times and completes',
    tool: 'continue_as_new_times',
    input: { times: 3 },
    statuses: ['completed', 'completed'],
    task: succeeded({ runs: 4 }),
  },
  {
    ending: 'is retried by its retry policy and completes',
    tool: 'fail_until_attempt',
    input: { attempt: 2 },
    statuses: ['completed', 'completed'],
    task: succeeded({ attempt: 2 }),
  },
  {
    ending: 'is retried by its retry policy in vain',
    tool: 'fail_until_attempt',
    input: { attempt: 99 },
    limits: { retryPolicy: { initialInterval: 10, maximumAttempts: 2 } },
    statuses: ['failed', 'completed'],
    task: failed('Attempt 2 failed (NotYet)'),
  },
];

describe('the status of a task whose workflow has closed', () => {
  it.concurrent.each(rows)('is $statuses when it $ending', async (row) => {
    const { tool: name, input, limits, act, statuses, task } = row;
    const test = given();
    const tool = test.tool(name);
    const more = limits && { tool: withLimits(tool, limits) };
    const created = await test.create(name, input, more);
    await act?.(test, created.taskId);

    const ended = await test.closed(created.taskId);

    expect(statusesOf(ended)).toStrictEqual(statuses);
    expect(ended).toMatchObject({ ...task, taskId: created.taskId, createdAt: created.createdAt });
    expect(Date.parse(ended.lastUpdatedAt)).toBeGreaterThan(Date.parse(created.createdAt));
  });
});

describe('the status of a task whose workflow is open', () => {
  it('is working while the workflow waits for its next retry', async () => {
    const { create, connect, tool, owner, temporal } = given();
    const failing = tool('fail_until_attempt');
    const start = { ...failing.start, retryPolicy: { initialInterval: 60_000 } };
    const { taskId, createdAt } = await create(
      'fail_until_attempt',
      { attempt: 99 },
      { tool: { ...failing, start } },
    );
    await eventually('a second run', async () => {
      const { raw } = await temporal.workflow.getHandle(taskId).describe();
      const { execution, firstRunId } = raw.workflowExecutionInfo ?? {};
      return execution?.runId === firstRunId ? undefined : true;
    });

    const task = await connect().get(asOwner({ owner }), taskId);

    expect(task).toMatchObject({ taskId, phase: 'working', createdAt });
  });
});

describe('what an operator has paused', () => {
  it('is named, with the command that continues it', async () => {
    const { create, connect, owner, temporal } = given();
    const { taskId } = await create('retry_for_long', { retryMs: 600_000 });
    const find = async () => {
      const { raw } = await temporal.workflow.getHandle(taskId).describe();
      return raw.pendingActivities?.find(({ attempt }) => (attempt ?? 0) > 1)?.activityId;
    };
    const activityId = (await eventually('a second attempt', find)) ?? '';
    const activity = { namespace: 'default', execution: { workflowId: taskId }, id: activityId };

    await temporal.workflowService.pauseActivity(activity);

    const task = await connect().get(asOwner({ owner }), taskId);
    expect(task.statusMessage).toMatch(/^An operator has paused \w+ \(attempt 2/);
    expect(task.statusMessage).toContain(
      `To continue it: temporal activity unpause --workflow-id ${taskId} --activity-id ${activityId}`,
    );
    expect(task.isStuck).toBe(true);
    await temporal.workflowService.unpauseActivity(activity);
    const continued = await connect().get(asOwner({ owner }), taskId);
    expect(continued.statusMessage).not.toContain('paused');
  });
});

describe('a Worker that is frozen', () => {
  it('is not taken for failing code', async () => {
    const { create, connect, owner, temporal, taskQueue } = given();
    const { taskId } = await create('answered_by_hand');
    const logged: unknown[] = [];
    const log = (...line: unknown[]): void => void logged.push(line);
    const tasks = connect({ logger: { info: log, warn: log, error: log } });
    // A poller that never answers, as a frozen or killed Worker.
    const { namespace, identity } = temporal.options;
    await temporal.withDeadline(Date.now() + PATIENCE_MS, async () =>
      temporal.workflowService.pollWorkflowTaskQueue({
        namespace,
        identity,
        taskQueue: { name: `${taskQueue}-by-hand` },
      }),
    );

    const repeated = await eventually('a second attempt', async () => {
      const task = await tasks.get(asOwner({ owner }), taskId);
      return task.statusMessage === undefined ? undefined : task;
    });

    expect(repeated.statusMessage).toBe(
      'The workflow repeats its last step, since a worker did not finish it in time (attempt 2).',
    );
    expect(repeated.isStuck).toBeUndefined();
    await eventually('nobody takes the second attempt', async () => {
      const { statusMessage } = await tasks.get(asOwner({ owner }), taskId);
      return statusMessage === `Waiting for a worker of Task Queue ${taskQueue}-by-hand.`;
    });
    expect(logged).toStrictEqual([]);
  });
});

describe('cancelling', () => {
  it('sends the reason ahead, as the signal and in the cancellation request', async () => {
    const { create, tasks, owner, temporal } = given();
    const { taskId } = await create('ignore_cancellation');
    await tasks.cancel(asOwner({ owner }), taskId, {
      protocol: rev2025,
      reason: 'changed my mind',
    });

    // While a Worker has the Workflow Task, Temporal holds new events back from the history.
    const events = await eventually('both in the history', async () => {
      const history = await temporal.workflow.getHandle(taskId).fetchHistory();
      const found = (history.events ?? []).filter(
        (event) =>
          event.workflowExecutionSignaledEventAttributes ??
          event.workflowExecutionCancelRequestedEventAttributes,
      );
      return found.length === 2 ? found : undefined;
    });
    expect(events).toMatchObject([
      { workflowExecutionSignaledEventAttributes: { signalName: 'mcp.task.cancel' } },
      { workflowExecutionCancelRequestedEventAttributes: { cause: 'changed my mind' } },
    ]);
  });

  it('is answered with its effect, also while a read of the earlier state is under way', async () => {
    const { create, connect, owner } = given();
    const { taskId } = await create('ignore_cancellation');
    const connection = await Connection.connect({ address: temporalAddress() });
    const tasks = connect({ client: new Client({ connection }) });
    const { workflowService: service } = connection;
    const describeExecution = service.describeWorkflowExecution.bind(service);
    const requestCancel = service.requestCancelWorkflowExecution.bind(service);
    const arrival = new AbortController();
    let reading: Promise<Task> | undefined;
    jest
      .spyOn(service, 'requestCancelWorkflowExecution')
      .mockImplementationOnce(async (request) => {
        const answered = new Promise<void>((resolve) => {
          jest.spyOn(service, 'describeWorkflowExecution').mockImplementationOnce(async (asked) => {
            const answer = await describeExecution(asked);
            resolve();
            await once(arrival.signal, 'abort');
            return answer;
          });
        });
        reading = tasks.get(asOwner({ owner }), taskId);
        await answered;
        return requestCancel(request);
      });

    const cancelling = tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });
    const cancelled = await within(PROMPTLY_MS, cancelling);
    arrival.abort();

    expect(cancelled).toHaveProperty('cancelRequested', true);
    expect(await reading).toHaveProperty('cancelRequested', false);
    await connection.close();
  });
});

describe('a reset of the execution', () => {
  const reset = async ({ temporal }: TestTasks, taskId: string): Promise<string> => {
    const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
    const completed = events?.find(
      ({ eventType }) => eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
    );
    const { runId } = await temporal.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId: taskId },
      reason: 'an operator made it do it again',
      requestId: randomUUID(),
      ...(completed?.eventId && { workflowTaskFinishEventId: completed.eventId }),
    });
    return runId;
  };

  it('leaves a completed task the same task, which works and completes again', async () => {
    const test = given();
    const created = await test.create('slow_compute', { seconds: 1, label: 'pi' });
    const first = await test.closed(created.taskId);

    await reset(test, created.taskId);

    const again = test.connect();
    const working = await again.get(asOwner({ owner: test.owner }), created.taskId);
    expect(working).toMatchObject({ phase: 'working', createdAt: created.createdAt });
    const second = await again.waitFor(
      asOwner({ owner: test.owner }),
      created.taskId,
      whenClosed(),
    );
    expect(second).toEqual({ ...first, lastUpdatedAt: second.lastUpdatedAt });
    const { tasks } = await again.list(asOwner({ owner: test.owner }));
    expect(tasks.filter(({ taskId }) => taskId === created.taskId)).toEqual([second]);
  });

  it('does not take back a cancellation', async () => {
    const test = given();
    const { taskId } = await test.create('swallow_cancellation');
    await eventually('the first Workflow Task', async () => {
      const { historyLength } = await test.temporal.workflow.getHandle(taskId).describe();
      return historyLength >= 4;
    });
    await cancel(test, taskId);
    await test.closed(taskId);

    await reset(test, taskId);

    const task = await test.connect().get(asOwner({ owner: test.owner }), taskId);
    expect(task.cancelRequested).toBe(true);
    expect(rev2025.toStatus(task)).toBe('cancelled');
  });

  it('of a running task is nothing that a waiting client notices', async () => {
    const test = given();
    const { taskId } = await test.create('wait_for_finish');
    const result = test.connect().waitFor(asOwner({ owner: test.owner }), taskId, whenClosed());
    await eventually('the first Workflow Task', async () => {
      const { historyLength } = await test.temporal.workflow.getHandle(taskId).describe();
      return historyLength >= 4;
    });

    const runId = await reset(test, taskId);
    await test.finish(taskId, { of: runId });

    expect(await result).toMatchObject(succeeded({ of: runId }));
  });
});
