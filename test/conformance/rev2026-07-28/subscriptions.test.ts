import { describe, expect } from '@jest/globals';

import { verifyRev2026 } from '../../support/conformance/verify-rev2026.js';
import {
  connectStatelessHttp,
  connectStatelessStdio,
  NO_EXTENSION,
  SUBSCRIPTION_ID,
  type Subscription,
  TASKS_EXTENSION,
} from '../../support/raw-mcp-2026.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  answer,
  createTask,
  getTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';

const { verifies, verifiesOverHttp, verifiesOverStdio } = verifyRev2026();

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const PUSHED = 'notifications/tasks';

/** Waits until the server has pushed a task in a status. */
async function untilPushed(
  subscription: Subscription,
  taskId: string,
  status: string,
): Promise<Record<string, unknown>> {
  const isIt = ({ method, params }: RawMessage): boolean =>
    method === PUSHED && params?.['taskId'] === taskId && params['status'] === status;
  const { params = {} } = await subscription.until(`${taskId} is pushed, ${status}`, isIt);
  return params;
}

describe('subscriptions/listen', () => {
  verifies(
    ['T26-82'],
    'begins with an acknowledgement of the IDs it has accepted',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const taskIds = [taskId, 'unknown', `mcp-${'a'.repeat(20)}-${'a'.repeat(26)}`];
      for (const id of ['a-text', 4711]) {
        const subscription = await mcp.listen({ taskIds }, { id });
        const [first] = subscription.messages;

        expect(first).toStrictEqual({
          jsonrpc: '2.0',
          method: ACKNOWLEDGED,
          params: { notifications: { taskIds: [taskId] }, _meta: { [SUBSCRIPTION_ID]: id } },
        });
        await subscription.close();
      }
      await mcp.request('tasks/cancel', { taskId });
    },
  );

  verifies(['T26-82', 'T26-102'], 'stays open when none of the IDs is known', async ({ mcp }) => {
    const subscription = await mcp.listen({ taskIds: ['unknown'] });

    expect(subscription.messages).toMatchObject([
      { method: ACKNOWLEDGED, params: { notifications: { taskIds: [] } } },
    ]);
    await resultOf(mcp.request('tools/list'));
    expect(subscription.messages).toHaveLength(1);
    await subscription.close();
  });

  verifies(
    ['T26-80', 'T26-82'],
    'pushes a task as tasks/get shows it, at once and at every change',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
      const subscription = await mcp.listen({ taskIds: [taskId] });
      const asking = await untilPushed(subscription, taskId, 'input_required');
      const shown = await getTask(mcp, taskId);
      const [key = ''] = Object.keys(asking['inputRequests'] as object);
      await answer(mcp, taskId, { [key]: accept({ confirm: true }) });
      const completed = await untilPushed(subscription, taskId, 'completed');

      expect({ ...asking, resultType: 'complete' }).toStrictEqual({
        ...shown,
        _meta: { [SUBSCRIPTION_ID]: subscription.id },
      });
      expect(completed).toMatchObject({ result: { content: [{ text: 'Deleted a.txt.' }] } });
      expect(completed).not.toHaveProperty('resultType');
      await subscription.close();
    },
  );

  verifies(['T26-80'], 'pushes what had ended before', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'protocol_error_job');
    await untilStatus(mcp, taskId, 'failed');
    const subscription = await mcp.listen({ taskIds: [taskId] });

    expect(await untilPushed(subscription, taskId, 'failed')).toMatchObject({
      error: { code: -32603 },
    });
    await subscription.close();
  });

  verifies(
    ['T26-81', 'T26-84'],
    'pushes nothing else, on no other stream',
    async ({ mcp, temporal }) => {
      const watched = await createTask(mcp, 'wait_for_finish');
      const ignored = await createTask(mcp, 'wait_for_finish');
      const reports = [{ progress: 1, total: 2, message: 'half' }];
      const params = { name: 'report_all', arguments: { reports } };
      const reporting = (await resultOf(
        mcp.request('tools/call', { ...params, _meta: { progressToken: 'token' } }),
      )) as { taskId: string };
      const subscription = await mcp.listen({ taskIds: [watched.taskId, reporting.taskId] });
      await finish(temporal, ignored.taskId, 'done');
      await untilStatus(mcp, ignored.taskId, 'completed');
      await temporal.workflow.getHandle(reporting.taskId).signal('proceed');
      await untilPushed(subscription, reporting.taskId, 'completed');
      await finish(temporal, watched.taskId, 'done');
      await untilPushed(subscription, watched.taskId, 'completed');

      const [, ...pushed] = subscription.messages;
      const known = [watched.taskId, reporting.taskId];
      for (const { method, params: { taskId, _meta } = {} } of pushed) {
        expect(method).toBe(PUSHED);
        expect(known).toContain(taskId);
        expect(_meta).toStrictEqual({ [SUBSCRIPTION_ID]: subscription.id });
      }
      await subscription.close();
    },
  );

  verifiesOverStdio(['T26-81', 'T26-84'], 'has no other way to push', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
    const before = mcp.output.length;
    const [key = ''] = Object.keys(await untilAsked(mcp, taskId));
    await answer(mcp, taskId, { [key]: accept({ confirm: true }) });
    await untilStatus(mcp, taskId, 'completed');

    expect(mcp.output.slice(before).filter(({ method }) => method !== undefined)).toStrictEqual([]);
  });

  verifies(['T26-83'], 'is refused without the extension, and opens nothing', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    const subscription = await mcp.listen({ taskIds: [taskId] }, { capabilities: NO_EXTENSION });

    expect(subscription.messages).toStrictEqual([
      expect.objectContaining({
        id: subscription.id,
        error: expect.objectContaining({
          code: -32021,
          data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
        }),
      }),
    ]);
  });

  verifies(['T26-82'], 'is refused for what is no list of IDs', async ({ mcp }) => {
    for (const taskIds of ['text', [1], { a: 1 }]) {
      const { messages } = await mcp.listen({ taskIds });

      expect(messages).toMatchObject([{ error: { code: -32602 } }]);
    }
  });

  verifies(
    ['T26-62', 'T26-80'],
    'shows no question to a client that it cannot be put to',
    async ({ mcp }) => {
      const { taskId } = await createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
      const [key = ''] = Object.keys(await untilAsked(mcp, taskId));
      const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
      const subscription = await mcp.listen({ taskIds: [taskId] }, { capabilities });
      await answer(mcp, taskId, { [key]: { action: 'decline' } });
      await untilPushed(subscription, taskId, 'completed');

      expect(JSON.stringify(subscription.messages)).not.toContain('inputRequests');
      await subscription.close();
    },
  );

  verifies(
    ['T26-82'],
    'serves several subscriptions to one task',
    async ({ mcp, other, temporal }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const subscriptions = [
        await mcp.listen({ taskIds: [taskId] }),
        await mcp.listen({ taskIds: [taskId] }),
        await other.listen({ taskIds: [taskId] }),
      ];
      await finish(temporal, taskId, 'done');
      for (const subscription of subscriptions) {
        expect(await untilPushed(subscription, taskId, 'completed')).toHaveProperty('result');
        await subscription.close();
      }
    },
  );

  verifiesOverHttp(['T26-85'], 'is an event stream that proxies let pass', async ({ mcp }) => {
    const { taskId } = await createTask(mcp, 'quick_job');
    const subscription = await mcp.listen({ taskIds: [taskId] });

    expect(subscription.headers?.get('content-type')).toMatch(/^text\/event-stream/);
    expect(subscription.headers?.get('x-accel-buffering')).toBe('no');
    await subscription.close();
  });
});

describe('a server that stops', () => {
  verifiesOverHttp(
    ['T26-85'],
    'ends a subscription with a response',
    async ({ mcp, options, log }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const server = await startMcpServer(options);
      const client = connectStatelessHttp(server.url, log);
      const subscription = await client.listen({ taskIds: [taskId] });
      await untilPushed(subscription, taskId, 'working');
      await server.stop();

      expect(subscription.messages.at(-1)).toMatchObject({
        id: subscription.id,
        result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: subscription.id } },
      });
      expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
      await mcp.request('tasks/cancel', { taskId });
    },
  );

  verifiesOverStdio(
    ['T26-85'],
    'ends a subscription with a response',
    async ({ mcp, options, log }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const client = connectStatelessStdio(options, log);
      const subscription = await client.listen({ taskIds: [taskId] });
      await untilPushed(subscription, taskId, 'working');
      client.child.kill('SIGTERM');
      const last = await subscription.until('the response', ({ result }) => result !== undefined);
      await client.close();

      expect(last).toMatchObject({
        id: subscription.id,
        result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: subscription.id } },
      });
      await mcp.request('tasks/cancel', { taskId });
    },
  );

  verifiesOverStdio(
    ['T26-85'],
    'no longer pushes what the client has closed',
    async ({ mcp, temporal }) => {
      const { taskId } = await createTask(mcp, 'wait_for_finish');
      const subscription = await mcp.listen({ taskIds: [taskId] });
      await untilPushed(subscription, taskId, 'working');
      await subscription.close();
      await resultOf(mcp.request('tools/list'));
      const count = subscription.messages.length;
      await finish(temporal, taskId, 'done');
      await untilStatus(mcp, taskId, 'completed');

      expect(subscription.messages.slice(count)).toStrictEqual([]);
    },
  );
});
