import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { asOwner } from '../../../src/core/task/viewer.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { toCreateRequest, whenClosed, withTasks } from '../../support/with-tasks.js';

const given = withTasks();

describe('an owner with as many open tasks as may be', () => {
  it('starts another when one has ended, on any process', async () => {
    const { connect, tool, finish } = given();
    const owner = `owner-${randomUUID()}`;
    const request = await toCreateRequest({ tool, owner }, 'wait_for_finish');
    const [here, there] = [connect({ maxOpenTasks: 2 }), connect({ maxOpenTasks: 2 })];
    const first = await createOwned(here, { ...request, idempotencyKey: 'the first' });
    await createOwned(here, request);

    await expect(createOwned(here, request)).rejects.toMatchObject({
      code: 'busy',
      retryAfterMs: 5_000,
    });
    // A repeated call still gets its task, and other owners have limits of their own.
    expect(await createOwned(here, { ...request, idempotencyKey: 'the first' })).toHaveProperty(
      'taskId',
      first.taskId,
    );
    expect(await createOwned(here, { ...request, owner: `${owner}-other` })).toHaveProperty(
      'phase',
      'working',
    );

    await eventually('another process knows of them', async () => {
      try {
        const { taskId } = await createOwned(there, request);
        await finish(taskId, {});
        return undefined;
      } catch (error) {
        return error;
      }
    });

    await finish(first.taskId, {});
    await here.waitFor(asOwner({ owner }), first.taskId, whenClosed());
    const next = await eventually('there is room again', async () =>
      createOwned(here, request).catch(() => undefined),
    );

    expect(next).toHaveProperty('phase', 'working');
  });
});
