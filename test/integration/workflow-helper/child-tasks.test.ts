import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { openKeys, openTaskHarness, type TaskHarness } from '../../support/task-harness.js';

let tasks: TaskHarness;

beforeAll(async () => {
  tasks = await openTaskHarness();
});

afterAll(() => tasks.close());

const yes = { action: 'accept', content: { confirm: true } };
const no = { action: 'decline' };

describe('showInParent', () => {
  it("shows children's questions and the sum of their progress, and hands on the answers", async () => {
    const task = await tasks.start('askFromChildren', {
      children: [{ message: 'Left?' }, { message: 'Right?', deadlineMs: 600_000 }],
    });

    const asking = await task.until('both questions', (state) => openKeys(state).length === 2);
    const requests = Object.values(asking.inputRequests ?? {});
    const right = requests.find(({ params }) => params['message'] === 'Right?');
    const messages = requests.map(({ params }) => params['message']);
    await task.answer({ 'c1.i1': yes, 'c2.i1': no, 'c3.i1': no });
    await task.untilOpen('i1');
    await task.answer({ i1: yes });

    expect(openKeys(asking).sort()).toStrictEqual(['c1.i1', 'c2.i1']);
    expect(messages.sort()).toStrictEqual(['Left?', 'Right?']);
    expect(Date.parse(right?.answerBy ?? '') - Date.parse(right?.askedAt ?? '')).toBe(600_000);
    const actions = (await task.handle.result()) as string[];
    expect(actions.slice(0, 2).sort()).toStrictEqual(['accept', 'decline']);
    expect(await task.state()).toMatchObject({ progress: { progress: 4, total: 4 } });
  });

  it('withdraws the questions of children that are cancelled or have waited long enough', async () => {
    const task = await tasks.start('askFromChildren', {
      children: [{ message: 'Left?' }, { message: 'Right?', deadlineMs: 200 }],
    });
    await task.until('a question', (state) => openKeys(state).length > 0);

    await task.until('one question', (state) => (state.v ?? 0) > 2 && openKeys(state).length === 1);
    await task.proceed();
    await task.untilOpen('i1');
    await task.answer({ i1: yes });

    expect(await task.handle.result()).toStrictEqual(['ChildWorkflowFailure', 'expired', 'accept']);
  });

  it('withdraws the questions of a child that is gone as soon as one is answered', async () => {
    const task = await tasks.start('askFromChildren', { children: [{ message: 'Left?' }] });
    await task.untilOpen('c1.i1');

    await tasks.withoutWorker(async () => {
      await tasks.client.workflow.getHandle(`${task.handle.workflowId}/child-0`).terminate();
      await task.answer({ 'c1.i1': yes });
    });
    await task.untilOpen('i1');
    await task.answer({ i1: no });

    expect(await task.handle.result()).toStrictEqual(['ChildWorkflowFailure', 'decline']);
  });

  it('counts the first answer to a key only', async () => {
    const task = await tasks.start('askFromChildren', { children: [{ message: 'Left?' }] });
    await task.untilOpen('c1.i1');

    await tasks.withoutWorker(async () => {
      await task.answer({ 'c1.i1': yes });
      await task.answer({ 'c1.i1': no });
    });
    await task.untilOpen('i1');
    await task.answer({ i1: no });

    expect(await task.handle.result()).toStrictEqual(['accept', 'decline']);
  });

  it('numbers children with the same Workflow ID one by one', async () => {
    const task = await tasks.start('askFromChildTwice', { message: 'Well?' });

    await task.untilOpen('c1.i1');
    await task.answer({ 'c1.i1': yes });
    await task.untilOpen('c2.i1');
    await task.answer({ 'c1.i1': yes });
    await task.answer({ 'c2.i1': no });

    expect(await task.handle.result()).toStrictEqual(['accept', 'decline']);
  });

  it('goes on after the parent has continued as new', async () => {
    const task = await tasks.start('outliveRun', {});
    const child = tasks.get(`${task.handle.workflowId}/child-0`);

    await task.untilOpen('c1.i1');
    await task.proceed();
    await task.untilOpen('c1.i1', 'i1');
    await task.answer({ 'c1.i1': yes });
    const state = await task.until('all progress', ({ progress }) => progress?.progress === 2);
    await task.answer({ i1: no });

    expect(await child.handle.result()).toBe('accept');
    expect(state).toMatchObject({ progress: { progress: 2, total: 2 } });
    expect(await task.handle.result()).toBe('decline');
  });

  it('answers for the client when the task has no room for a question', async () => {
    const message = 'x'.repeat(20_000);
    const task = await tasks.start('askFromChildren', { children: [{ message }, { message }] });

    const full = await task.until('a question', (state) => openKeys(state).length > 0);
    const [key = ''] = openKeys(full);
    const refused = tasks.get(`${task.handle.workflowId}/child-${key === 'c1.i1' ? 1 : 0}`);
    await Promise.any([
      refused.handle.result(),
      tasks.get(`${task.handle.workflowId}/child-0`).handle.result(),
    ]);
    await task.answer({ [key]: yes });
    await task.untilOpen('i1');
    await task.answer({ i1: no });

    expect(((await task.handle.result()) as string[]).sort()).toStrictEqual([
      'accept',
      'cancel',
      'decline',
    ]);
  });

  it('holds answers against the forms of a child that does not do so itself', async () => {
    const task = await tasks.start('confirmDelete', { filename: 'a.txt' });
    const { inputRequests } = await task.untilOpen('i1');
    // Stands in for a child as another SDK may write it.
    const child = await tasks.start('confirmDelete', { filename: 'b.txt' });
    await child.untilOpen('i1');
    const report = (workflowId: string): Promise<void> =>
      task.handle.signal('mcp.task.child', { workflowId, state: { inputRequests } });
    await report(child.handle.workflowId);
    await task.untilOpen('i1', 'c1.i1');

    await task.answer({ 'c1.i1': { action: 'accept', content: { confirm: 'yes' } } });
    await report('other');
    await task.untilOpen('i1', 'c1.i1', 'c2.i1');
    await task.answer({ 'c1.i1': yes });

    expect(await child.handle.result()).toHaveProperty('content.0.text', 'Deleted b.txt.');
  });

  it('does nothing in a Workflow without a parent', async () => {
    const task = await tasks.start('askFromChild', { message: 'Well?' });

    await task.untilOpen('i1');
    await task.answer({ i1: yes });

    expect(await task.handle.result()).toBe('accept');
  });

  it.each([[null], ['child'], [{ workflowId: 7, state: {} }], [{ workflowId: 'x' }]])(
    'ignores the report %j',
    async (payload) => {
      const task = await tasks.start('confirmDelete', { filename: 'a.txt' });
      await task.untilOpen('i1');

      await task.handle.signal('mcp.task.child', payload);
      await task.answer({ i1: no });

      expect(await task.handle.result()).toHaveProperty('content');
    },
  );
});
