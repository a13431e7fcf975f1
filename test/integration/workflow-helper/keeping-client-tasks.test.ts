import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  openTaskHarness,
  type TaskHarness,
  type TaskUnderTest,
} from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const yes = { action: 'accept', content: { confirm: true } };
const theirs = { taskId: 'theirs', session: 'one' };

const keep = async (task: TaskUnderTest, clientTasks: unknown): Promise<void> =>
  task.handle.signal('mcp.task.clientTask', clientTasks);
const untilKept = async (task: TaskUnderTest, clientTasks: unknown): Promise<unknown> =>
  task.until(
    JSON.stringify(clientTasks),
    (state) => JSON.stringify(state.clientTasks) === JSON.stringify(clientTasks),
  );

describe("a client's task", () => {
  it('is shown until its question is answered', async () => {
    const task = await tasks.start('multiInput');
    await task.untilOpen('i1', 'i2');

    await keep(task, { i1: theirs, i2: { taskId: 'more' } });
    await untilKept(task, { i1: theirs, i2: { taskId: 'more' } });
    await task.answer({ i1: { action: 'decline' } });
    const left = await task.untilOpen('i2');
    await task.answer({ i2: { action: 'decline' } });
    await task.handle.result();

    expect(left).toMatchObject({ clientTasks: { i2: { taskId: 'more' } }, keepsClientTasks: true });
    expect(left.clientTasks).not.toHaveProperty('i1');
    expect(await task.state()).toEqual({
      v: expect.any(Number),
      status: 'working',
      updatedAt: expect.any(String),
    });
  });

  it('is replaced by a later one, and removed by null', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });
    await task.untilOpen('i1');

    await keep(task, { i1: theirs });
    await untilKept(task, { i1: theirs });
    await keep(task, { i1: { taskId: 'another' } });
    await untilKept(task, { i1: { taskId: 'another' } });
    await keep(task, { i1: null });
    await untilKept(task, undefined);

    expect(await task.state()).toMatchObject({ status: 'input_required' });
  });

  it.each([
    ['of a question that is not open', { i7: theirs }],
    ['for which there is no room', { i1: { taskId: 'x'.repeat(40_000) } }],
    ['without an ID', { i1: { session: 'one' } }],
    ['that is none', 'theirs'],
  ])('is ignored, and nothing published: one %s', async (_what, payload) => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });
    await task.untilOpen('i1');

    await keep(task, payload);
    await task.answer({ i1: yes });

    expect(await task.handle.result()).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(await task.countEvents('workflowPropertiesModifiedEventAttributes')).toBe(2);
  });

  it('goes along with continue-as-new, with its question', async () => {
    const task = await tasks.start('askAcrossRuns', { runs: 1 });
    await task.untilOpen('i1', 'i2');

    await keep(task, { i1: { taskId: 'ends with its question' }, i2: theirs });
    await task.proceed();
    const next = await task.untilOpen('i2');
    await task.answer({ i2: yes });
    await task.untilOpen('i3');
    await task.answer({ i3: yes });

    expect(next.clientTasks).toStrictEqual({ i2: theirs });
    expect(await task.handle.result()).toStrictEqual({ first: yes, second: yes });
  });

  it("is kept by the parent where a child's question is shown", async () => {
    const task = await tasks.start('askFromChildren', { children: [{ message: 'Child?' }] });
    await task.untilOpen('c1.i1');

    await keep(task, { 'c1.i1': theirs });
    await untilKept(task, { 'c1.i1': theirs });
    await task.answer({ 'c1.i1': yes });
    const own = await task.untilOpen('i1');
    await task.answer({ i1: { action: 'decline' } });

    expect(own.clientTasks).toBeUndefined();
    expect(await task.handle.result()).toStrictEqual(['accept', 'decline']);
  });
});
