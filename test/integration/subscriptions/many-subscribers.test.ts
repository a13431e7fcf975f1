import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { watchTasks } from '../../../src/mcp/rev2026-07-28/methods/watch-tasks.js';
import type { WireDetailedTask } from '../../../src/mcp/rev2026-07-28/wire/to-wire.js';
import { createToolbox } from '../../../src/service/calls/toolbox.js';
import { type CountedConnection, countRequests } from '../../support/count-requests.js';
import { FORMS_ONLY, toExchange } from '../../support/open-calls.js';
import { withTasks } from '../../support/with-tasks.js';

const SUBSCRIBERS = 100;
const DECLARED = { ...FORMS_ONLY, usesTasks: true };
const given = withTasks();
let counted: CountedConnection | undefined;

beforeAll(async () => {
  counted = await countRequests();
});

afterAll(async () => {
  await counted?.close();
});

describe('many subscriptions to one task', () => {
  it('cost one long poll, and each gets every state', async () => {
    const connection = counted;
    if (!connection) throw new Error('The connection is there in tests only.');
    const { owner, connect, create, finish } = given();
    const tasks = connect({ client: connection.client, pollClient: connection.client });
    const { taskId } = await create('wait_for_finish');
    connection.reset();
    const tools = createToolbox(tasks, new Map());
    const pushed: WireDetailedTask[][] = [];
    let started: (() => void) | undefined;
    const allStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const watches = Array.from({ length: SUBSCRIBERS }, async () => {
      const mine: WireDetailedTask[] = [];
      pushed.push(mine);
      const exchange = toExchange({ caller: { owner }, client: DECLARED });
      await watchTasks(exchange, [taskId], { tasks, tools }, async (task) => {
        mine.push(task);
        if (pushed.every(({ length }) => length > 0)) started?.();
        return Promise.resolve();
      });
    });
    await allStarted;
    await finish(taskId, 'done');
    await Promise.all(watches);

    expect(connection.mostUnderWay('GetWorkflowExecutionHistory')).toBe(1);
    for (const states of pushed) {
      expect(states.map(({ status }) => status)).toStrictEqual(['working', 'completed']);
    }
  });
});
