import { describe, expect, it } from '@jest/globals';

import { asApprover, CONFIGURATION } from '../../../../src/core/task/viewer.js';
import { forClients } from '../../../../src/service/calls/tasks-for-clients.js';
import { FakeTasks } from '../../../support/fake-tasks.js';

describe('the tasks that clients are served', () => {
  it('show the configuration nothing, and owners what is theirs', async () => {
    const tasks = forClients(new FakeTasks());
    const query = { fromMs: 0, untilMs: 1 };

    for (const look of [
      tasks.get('t', CONFIGURATION),
      tasks.list(CONFIGURATION, { isOpen: true }),
      tasks.listClosed(CONFIGURATION, query),
    ]) {
      await expect(look).rejects.toMatchObject({ code: 'taskNotFound' });
    }
    await expect(tasks.list('ada')).resolves.toStrictEqual({ tasks: [] });
    await expect(tasks.list(asApprover({ owner: 'ada' }))).resolves.toStrictEqual({ tasks: [] });
  });
});
