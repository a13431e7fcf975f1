import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { InputMethod } from '../../../../../src/core/question/input-request.js';
import type { Task } from '../../../../../src/core/task/task.js';
import type { WaitOptions } from '../../../../../src/core/task/tasks.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import {
  followTask,
  PROGRESS_REFRESH_MS,
} from '../../../../../src/service/calls/answer/follow-task.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import {
  CALLER,
  type CallContextOptions,
  toCallContext,
  toCallRequest,
} from '../../../../support/open-calls.js';

const { tools } = parseManifest('tools: { a: { workflow: { type: doIt, taskQueue: q } } }');
const [tool] = [...tools.values()];
const done = { kind: 'result' as const, result: { content: [] } };
const question = {
  method: InputMethod.elicit,
  params: {
    message: 'Well?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  },
};
const asking: Partial<Task> = { phase: 'inputRequired', inputRequests: { i1: question } };
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
  const created = await tasks.create({
    tool,
    workflowArguments: [],
    owner: CALLER,
    protocolVersion: 'test',
  });
  return { tasks, created, waits };
}

const follow = async (
  { tasks, created }: Setup,
  isEnough: (task: Task) => boolean = never,
  context: CallContextOptions = {},
): Promise<Task> =>
  followTask(
    { tasks, task: created, request: toCallRequest(), context: toCallContext(context) },
    { budgetMs: 60_000, isEnough, refuses: true },
  );

const followWithin = async (
  { tasks, created }: Setup,
  budgetMs: number,
  context: CallContextOptions = {},
): Promise<Task> =>
  followTask(
    { tasks, task: created, request: toCallRequest(), context: toCallContext(context) },
    { budgetMs, isEnough: (task) => task.inputRequests !== undefined, refuses: false },
  );

describe('followTask', () => {
  it('resolves with the end of the task, also past its time to live', async () => {
    const setup = await setUp();
    const following = follow(setup);
    setup.tasks.settle('task-1', done);

    await expect(following).resolves.toMatchObject({ phase: 'succeeded' });
  });

  it('resolves with what counts as an end in the revision of the call', async () => {
    const setup = await setUp();
    const following = follow(setup);
    setup.tasks.update('task-1', { cancelRequested: true });

    await expect(following).resolves.toMatchObject({ phase: 'working' });
  });

  it('resolves with a state that will do', async () => {
    const setup = await setUp();
    const following = follow(setup, ({ inputRequests }) => inputRequests !== undefined);
    setup.tasks.update('task-1', asking);

    await expect(following).resolves.toMatchObject({ phase: 'inputRequired' });
  });

  it('answers questions that the client cannot be asked, and shows it the task without them', async () => {
    const setup = await setUp();
    const shown: Task[] = [];
    setup.tasks.update('task-1', asking);
    const following = follow(setup, never, { askable: {}, show: (task) => shown.push(task) });
    while (setup.tasks.answered.length === 0) await new Promise(setImmediate);
    setup.tasks.settle('task-1', done);
    await following;

    expect(setup.tasks.answered).toMatchObject([{ responses: { i1: { action: 'cancel' } } }]);
    expect(shown.flatMap(({ inputRequests = {} }) => Object.keys(inputRequests))).toStrictEqual([]);
    expect(shown.at(-1)).toMatchObject({ phase: 'succeeded' });
  });

  it('looks for progress only where somebody wants to see it', async () => {
    const setup = await setUp();
    setup.tasks.settle('task-1', done);
    const context = toCallContext();
    for (const progressToken of [undefined, 'p', 0]) {
      await followTask(
        {
          tasks: setup.tasks,
          task: setup.created,
          request: toCallRequest({ progressToken }),
          context,
        },
        { budgetMs: 60_000, isEnough: never, refuses: true },
      );
    }

    expect(setup.waits.map(({ refreshMs }) => refreshMs?.(setup.created))).toStrictEqual([
      undefined,
      PROGRESS_REFRESH_MS,
      PROGRESS_REFRESH_MS,
    ]);
  });

  it('ends when the client leaves', async () => {
    const setup = await setUp();
    const gone = new AbortController();
    const following = follow(setup, never, { signal: gone.signal });
    gone.abort();

    await expect(following).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('followTask for a while', () => {
  it('resolves with the end of a task that is quick', async () => {
    const setup = await setUp();
    const following = followWithin(setup, 60_000);
    setup.tasks.settle('task-1', done);

    await expect(following).resolves.toMatchObject({ phase: 'succeeded' });
  });

  it('resolves with the task as last read when the time is over', async () => {
    const setup = await setUp();
    setup.tasks.update('task-1', { statusMessage: 'half way' });

    await expect(followWithin(setup, 1)).resolves.toMatchObject({
      phase: 'working',
      statusMessage: 'half way',
    });
  });

  it('leaves questions to whoever will know of the task', async () => {
    const setup = await setUp();
    const following = followWithin(setup, 60_000, { askable: {} });
    setup.tasks.update('task-1', asking);

    await expect(following).resolves.toMatchObject({ inputRequests: { i1: question } });
    expect(setup.tasks.answered).toStrictEqual([]);
  });

  it('resolves with the task as it was created when Temporal cannot be reached', async () => {
    const setup = await setUp();
    setup.tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal is away.'));

    await expect(followWithin(setup, 60_000)).resolves.toBe(setup.created);
  });

  it.each([
    ['the client leaves', TaskErrorCode.aborted, true],
    ['Temporal refuses', TaskErrorCode.misconfigured, false],
  ])('rejects when %s', async (_what, code, isGone) => {
    const setup = await setUp();
    const signal = isGone ? AbortSignal.abort() : new AbortController().signal;
    setup.tasks.failNext(new TaskError(code, 'x'));

    await expect(followWithin(setup, 60_000, { signal })).rejects.toMatchObject({ code });
  });
});
