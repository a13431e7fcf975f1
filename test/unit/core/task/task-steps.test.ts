import { describe, expect, it } from '@jest/globals';

import { type PortStep, withSteps } from '../../../../src/core/task/task-steps.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

const PASS: PortStep = {
  create: 'pass',
  get: 'pass',
  waitFor: 'pass',
  cancel: 'pass',
  answer: 'pass',
  send: 'pass',
  list: 'pass',
  listQueue: 'pass',
  listDecided: 'pass',
  readDecision: 'pass',
  history: 'pass',
};
const by = asOwner({ owner: 'ada' });

describe('steps around the task port', () => {
  it('stand around each call in their order, and see no call that they let pass', async () => {
    const seen: string[] = [];
    const noting = (name: string): PortStep => ({
      ...PASS,
      list: async (next, ...call) => {
        seen.push(`${name} begins`);
        const page = await next(...call);
        seen.push(`${name} ends`);
        return page;
      },
    });
    const tasks = withSteps([noting('first'), PASS, noting('second')], async () =>
      Promise.resolve(new FakeTasks()),
    );

    await expect(tasks.get(by, 'task-1')).rejects.toMatchObject({ code: 'taskNotFound' });
    expect(seen).toStrictEqual([]);
    await expect(tasks.list(by)).resolves.toStrictEqual({ tasks: [] });
    expect(seen).toStrictEqual(['first begins', 'second begins', 'second ends', 'first ends']);
  });

  it('may refuse a call, which then reaches no further step and no task', async () => {
    let loaded = 0;
    const refusing: PortStep = { ...PASS, list: async () => Promise.reject(new Error('No.')) };
    const tasks = withSteps([refusing], async () => {
      loaded += 1;
      return Promise.resolve(new FakeTasks());
    });

    await expect(tasks.list(by)).rejects.toThrow('No.');
    expect(loaded).toBe(0);
  });

  it('do not compile without a word on each operation', () => {
    // @ts-expect-error All but `create` are missing.
    const step: PortStep = { create: 'pass' };
    expect(step).not.toHaveProperty('get');
  });
});
