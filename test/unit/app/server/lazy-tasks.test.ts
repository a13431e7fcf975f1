import { describe, expect, it, jest } from '@jest/globals';

import { createLazyTasks } from '../../../../src/app/server/lazy-tasks.js';
import { asOwner } from '../../../../src/core/task/viewer.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

describe('tasks that are made when they are needed', () => {
  it('are made once, by the first of many calls', async () => {
    const create = jest.fn(async () => Promise.resolve(new FakeTasks()));
    const { tasks } = createLazyTasks(create);
    expect(create).not.toHaveBeenCalled();

    await Promise.all([
      tasks.list(asOwner({ owner: 'local' }), {}),
      tasks.list(asOwner({ owner: 'local' }), {}),
    ]);

    expect(create).toHaveBeenCalledTimes(1);
  });

  it('are there for the first call of a server that has loaded them', async () => {
    const create = jest.fn(async () => Promise.resolve(new FakeTasks()));
    const { tasks, load } = createLazyTasks(create);

    await load();
    expect(create).toHaveBeenCalledTimes(1);
    await tasks.list(asOwner({ owner: 'local' }), {});

    expect(create).toHaveBeenCalledTimes(1);
  });
});
