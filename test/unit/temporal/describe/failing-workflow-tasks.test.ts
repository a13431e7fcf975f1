import { describe, expect, it } from '@jest/globals';
import type { temporal } from '@temporalio/proto';

import type { DescribedExecution } from '../../../../src/temporal/describe/describe-execution.js';
import type { FailedWorkflowTask } from '../../../../src/temporal/describe/failed-workflow-task.js';
import { FailingWorkflowTasks } from '../../../../src/temporal/describe/failing-workflow-tasks.js';
import { EventType, WorkflowTaskFailedCause } from '../../../../src/temporal/link/proto-enums.js';
import type { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

const TIMED_OUT: HistoryEvent = {
  eventType: EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
  workflowTaskTimedOutEventAttributes: {},
};

const failedBy = (cause: WorkflowTaskFailedCauseName, message = 'secret'): HistoryEvent => ({
  eventType: EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
  workflowTaskFailedEventAttributes: {
    cause: WorkflowTaskFailedCause[`WORKFLOW_TASK_FAILED_CAUSE_${cause}`],
    failure: { message },
  },
});
type WorkflowTaskFailedCauseName =
  'WORKFLOW_WORKER_UNHANDLED_FAILURE' | 'NON_DETERMINISTIC_ERROR' | 'BAD_SEARCH_ATTRIBUTES';

function setUp(...events: readonly HistoryEvent[]): {
  readonly find: (
    runId: string,
    attempt: number,
    historyLength?: number,
  ) => Promise<FailedWorkflowTask | undefined>;
  readonly logged: object[];
  readonly asked: () => number;
} {
  let asked = 0;
  const calls = {
    run: async () => {
      asked += 1;
      return Promise.resolve({ history: { events }, nextPageToken: new Uint8Array() });
    },
  } as unknown as TemporalCalls;
  const logged: object[] = [];
  const log = (details: object): void => void logged.push(details);
  const failing = new FailingWorkflowTasks(calls, { info: log, warn: log, error: log });
  return {
    find: async (runId, attempt, historyLength = 3) => {
      const raw = { pendingWorkflowTask: { attempt } };
      const execution = { runId, historyLength, workflowType: 'w', raw };
      return failing.find('t', execution as unknown as DescribedExecution);
    },
    logged,
    asked: () => asked,
  };
}

describe('FailingWorkflowTasks', () => {
  it('reads no history for a first attempt', async () => {
    const { find, asked } = setUp(TIMED_OUT);

    await expect(find('run', 1)).resolves.toBeUndefined();
    expect(asked()).toBe(0);
  });

  it('reads a history once for each length, and logs each run once', async () => {
    const { find, logged, asked } = setUp(failedBy('WORKFLOW_WORKER_UNHANDLED_FAILURE'));

    await Promise.all([find('a', 2), find('a', 2), find('b', 2)]);
    await find('a', 3);
    expect(asked()).toBe(2);
    await find('a', 4, 5);
    expect(asked()).toBe(3);

    expect(logged).toMatchObject([{ taskId: 't', runId: 'a', attempt: 2 }, { runId: 'b' }]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  it.each([
    [failedBy('WORKFLOW_WORKER_UNHANDLED_FAILURE'), 'its code fails'],
    [failedBy('NON_DETERMINISTIC_ERROR'), 'its code does not fit its history'],
    [failedBy('BAD_SEARCH_ATTRIBUTES'), 'its Workflow Task failed (bad search attributes)'],
    ...[
      "Failed to initialize workflow of type 'W': no such function is exported by the workflow bundle",
      'Workflow class W is not registered on this worker',
      'unable to find workflow type: W. Supported types: [V]',
      'Unknown workflow type "W". Known types are [V]',
    ].map((message): [HistoryEvent, string] => [
      failedBy('WORKFLOW_WORKER_UNHANDLED_FAILURE', message),
      'its worker does not have this workflow',
    ]),
  ])('says what the failure says: %#', async (event, words) => {
    const { find } = setUp(event);

    await expect(find('run', 2)).resolves.toMatchObject({ words });
  });

  it('logs nothing of a Worker that was late', async () => {
    const { find, logged } = setUp(TIMED_OUT);

    await expect(find('run', 2)).resolves.toMatchObject({ isLate: true });
    expect(logged).toStrictEqual([]);
  });
});
