import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import type { Exchange } from '../../../../../src/core/request/exchange.js';
import type { Task } from '../../../../../src/core/task/task.js';
import type { WaitOptions } from '../../../../../src/core/task/tasks.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import {
  followTask,
  PROGRESS_REFRESH_MS,
} from '../../../../../src/service/calls/answer/follow-task.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { CALLER, toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest('tools: { a: { workflow: { type: doIt, taskQueue: q } } }');
const [tool] = [...tools.values()];
const done = { kind: 'result' as const, result: { content: [] } };
const never = (): boolean => false;

interface Setup {
  readonly tasks: FakeTasks;
  readonly created: Task;
  /** With what each wait was begun. */
  readonly waits: WaitOptions[];
}

async function setUp(): Promise<Setup> {
  const tasks = new FakeTasks();
  const waits: WaitOptions[] = [];
  const waitFor = tasks.waitFor.bind(tasks);
  tasks.waitFor = async (...args) => {
    waits.push(args[2]);
    return waitFor(...args);
  };
  if (!tool) throw new Error('There is no tool.');
  const created = await createOwned(tasks, {
    tool,
    workflowArguments: [],
    owner: CALLER,
    protocolVersion: 'test',
  });
  return { tasks, created, waits };
}

const followForAWhile = async (
  { tasks, created }: Setup,
  exchange: Partial<Exchange> = {},
): Promise<Task> =>
  followTask(tasks, toExchange(exchange), created, {
    progressToken: undefined,
    budgetMs: 60_000,
    isEnough: never,
    refuses: false,
  });

describe('followTask', () => {
  it('looks for progress only where somebody wants to see it', async () => {
    const setup = await setUp();
    setup.tasks.settle('task-1', done);
    for (const progressToken of [undefined, 'p', 0]) {
      await followTask(setup.tasks, toExchange(), setup.created, {
        progressToken,
        budgetMs: 60_000,
        isEnough: never,
        refuses: true,
      });
    }

    expect(setup.waits.map(({ refreshMs }) => refreshMs?.(setup.created))).toStrictEqual([
      undefined,
      PROGRESS_REFRESH_MS,
      PROGRESS_REFRESH_MS,
    ]);
  });
});

describe('followTask for a while', () => {
  it('resolves with the task as it was created when Temporal cannot be reached', async () => {
    const setup = await setUp();
    setup.tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    await expect(followForAWhile(setup)).resolves.toBe(setup.created);
  });

  it.each([
    ['the client leaves', TaskErrorCode.aborted, true],
    ['Temporal refuses', TaskErrorCode.misconfigured, false],
  ])('rejects when %s', async (_what, code, isGone) => {
    const setup = await setUp();
    const signal = isGone ? AbortSignal.abort() : new AbortController().signal;
    setup.tasks.failNext(new TaskError(code, 'x'));

    await expect(followForAWhile(setup, { signal })).rejects.toMatchObject({ code });
  });
});
