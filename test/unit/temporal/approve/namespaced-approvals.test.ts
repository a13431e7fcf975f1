import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import type { AskedTask } from '../../../../src/core/question/asked-task.js';
import type { Approvals } from '../../../../src/core/task/approvals.js';
import { NamespacedApprovals } from '../../../../src/temporal/approve/namespaced-approvals.js';
import { NO_APPROVALS } from '../../../../src/temporal/approve/temporal-approvals.js';

const by = { owner: 'ada', claims: {} };

function asked(taskId: string, day: number): AskedTask {
  const createdAt = `2026-01-0${day}T00:00:00.000Z`;
  return { taskId, toolName: 'pay', createdAt, askedAt: createdAt, questions: {} };
}

/** Approvals that have pages of tasks, by their cursors, and know the tasks on the first one. */
function having(
  pages: Readonly<Record<string, readonly AskedTask[]>>,
  next: Readonly<Record<string, string>> = {},
): Approvals & { readonly answers: unknown[] } {
  const answers: unknown[] = [];
  const getAsked: Approvals['getAsked'] = async (taskId) => {
    const found = pages['']?.find((task) => task.taskId === taskId);
    return found ?? NO_APPROVALS.getAsked(taskId, by);
  };
  return {
    answers,
    listAsked: async (_by, { cursor = '' } = {}) => {
      const nextCursor = next[cursor];
      const page = { tasks: pages[cursor] ?? [] };
      return Promise.resolve(nextCursor === undefined ? page : { ...page, nextCursor });
    },
    getAsked,
    readPast: async (taskId) => getAsked(taskId, by),
    answerAsked: async (taskId, _by, responses) => {
      answers.push([taskId, responses]);
      return Promise.resolve({ tooLate: [] });
    },
  };
}

function inBoth(first: Approvals, second: Approvals): Approvals {
  return new NamespacedApprovals(async () =>
    Promise.resolve([
      ['', first],
      ['eu', second],
    ]),
  );
}

describe('approvals of several namespaces', () => {
  it('are listed together, newest first, each namespace to its end', async () => {
    const first = having({ '': [asked('a', 1)], more: [asked('c', 3)] }, { '': 'more' });
    const second = having({ '': [asked('b', 2)] });
    const all = inBoth(first, second);

    const page = await all.listAsked(by);
    const { nextCursor: cursor = '' } = page;
    const last = await all.listAsked(by, { cursor });

    expect(page.tasks.map(({ taskId }) => taskId)).toStrictEqual(['b', 'a']);
    expect(last).toStrictEqual({ tasks: [asked('c', 3)] });
    await expect(all.listAsked(by, { cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalidCursor',
    });
  });

  it('finds a task in whichever has it, and answers it there', async () => {
    const [first, second] = [having({}), having({ '': [asked('b', 2)] })];
    const all = inBoth(first, second);
    await all.answerAsked('b', by, { i1: {} });

    expect(await all.getAsked('b', by)).toStrictEqual(asked('b', 2));
    expect([first.answers, second.answers]).toStrictEqual([[], [['b', { i1: {} }]]]);
    await expect(all.answerAsked('c', by, {})).rejects.toMatchObject({ code: 'taskNotFound' });
  });

  it('does not say that a task is not there while one of them cannot be asked', async () => {
    const down: Approvals = {
      ...NO_APPROVALS,
      getAsked: async () =>
        Promise.reject(new TaskError(TaskErrorCode.unavailable, 'Temporal does not answer.')),
    };
    const all = inBoth(NO_APPROVALS, down);

    await expect(all.getAsked('a', by)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('asks the namespace of a tenant alone, where there are tenants', async () => {
    const own = having({ '': [asked('a', 1)] }, { '': 'more' });
    const all = new NamespacedApprovals(async () => Promise.resolve([['of-acme', own]]));

    await expect(all.listAsked(by)).resolves.toStrictEqual({
      tasks: [asked('a', 1)],
      nextCursor: 'more',
    });
    await expect(all.getAsked('b', by)).rejects.toMatchObject({ code: 'taskNotFound' });
  });
});
