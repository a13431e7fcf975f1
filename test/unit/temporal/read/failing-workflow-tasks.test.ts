import { setImmediate as turn } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import type { TemporalCalls } from '../../../../src/temporal/link/temporal-calls.js';
import type { DescribedExecution } from '../../../../src/temporal/read/describe-execution.js';
import { FailingWorkflowTasks } from '../../../../src/temporal/read/failing-workflow-tasks.js';

function setUp(): {
  readonly notice: (runId: string, attempt: number) => void;
  readonly logged: object[];
  readonly asked: () => number;
  readonly answer: () => Promise<void>;
} {
  const waiting: (() => void)[] = [];
  let asked = 0;
  const calls = {
    run: async () => {
      asked += 1;
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return { history: { events: [] } };
    },
  } as unknown as TemporalCalls;
  const logged: object[] = [];
  const log = (details: object): void => void logged.push(details);
  const failing = new FailingWorkflowTasks(calls, { info: log, warn: log, error: log });
  return {
    notice: (runId, attempt) => {
      const raw = { pendingWorkflowTask: { attempt } };
      failing.notice('t', { runId, workflowType: 'w', raw } as unknown as DescribedExecution);
    },
    logged,
    asked: () => asked,
    answer: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await turn();
    },
  };
}

describe('FailingWorkflowTasks', () => {
  it('says nothing of a first attempt', () => {
    const { notice, asked } = setUp();

    notice('run', 1);

    expect(asked()).toBe(0);
  });

  it('looks once at each run, and at two at a time', async () => {
    const { notice, logged, asked, answer } = setUp();

    for (const runId of ['a', 'a', 'b', 'c']) notice(runId, 2);
    expect(asked()).toBe(2);
    await answer();
    for (const runId of ['a', 'b', 'c']) notice(runId, 3);
    await answer();

    expect(logged).toMatchObject([
      { taskId: 't', runId: 'a', attempt: 2, cause: expect.stringMatching(/log of the Worker/) },
      { runId: 'b' },
      { runId: 'c', attempt: 3 },
    ]);
  });
});
