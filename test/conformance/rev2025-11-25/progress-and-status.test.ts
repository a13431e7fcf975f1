import { randomUUID } from 'node:crypto';

import { describe, expect } from '@jest/globals';
import {
  type GetTaskResult,
  ProgressNotificationSchema,
  TaskStatusNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

import {
  type AskedClient,
  connectAskedHttp,
  notificationsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import {
  expectGetTaskResult,
  RELATED_TASK_META_KEY,
} from '../../support/conformance/wire-shapes.js';
import { eventually } from '../../support/eventually.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import {
  createTask,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp } = verifyRev2025();

interface Progress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
}

/** The progress notifications with a token, in their order. */
function reportsOf(
  { received }: Pick<AskedClient, 'received'>,
  token: string | number,
): Progress[] {
  return notificationsIn(received, 'notifications/progress')
    .map(({ params }) => params as unknown as Progress)
    .filter(({ progressToken }) => progressToken === token);
}

async function untilReported(
  client: Pick<AskedClient, 'received'>,
  token: string | number,
  isEnough: (reports: readonly Progress[]) => boolean,
): Promise<readonly Progress[]> {
  return eventually('the progress', async () => {
    const reports = reportsOf(client, token);
    return Promise.resolve(isEnough(reports) ? reports : undefined);
  });
}

function expectStrictlyIncreasing(reports: readonly Progress[]): void {
  const values = reports.map(({ progress }) => progress);

  expect(values).toStrictEqual([...new Set(values)].sort((one, other) => one - other));
}

const proceed = 'proceed';

describe('progress', () => {
  verifies(
    ['T25-80', 'T25-81', 'T25-70'],
    'has the token of the call, and names the task',
    async (peer) => {
      const client = await peer.connectAsked();
      const progressToken = randomUUID();
      const taskId = await createTask(client, 'report_all', {
        arguments: {
          reports: [
            { progress: 1, total: 4, message: 'One' },
            { progress: 3, total: 4 },
          ],
        },
        _meta: { progressToken },
      });
      const result = client.request('tasks/result', {
        taskId,
        _meta: { progressToken: 'of-tasks-result' },
      });
      const reports = await untilReported(
        client,
        progressToken,
        (some) => some.at(-1)?.progress === 3,
      );
      await peer.temporal.workflow.getHandle(taskId).signal(proceed);
      await resultOf(result);

      expectStrictlyIncreasing(reports);
      for (const params of reports) {
        const { method } = ProgressNotificationSchema.parse({
          method: 'notifications/progress',
          params,
        });
        expect(method).toBe('notifications/progress');
        expect(params).toMatchObject({
          total: 4,
          _meta: { [RELATED_TASK_META_KEY]: { taskId } },
        });
      }
      expect(reportsOf(client, 'of-tasks-result')).toStrictEqual([]);
    },
  );

  verifies(['T25-80'], 'keeps a token that is a number one', async (peer) => {
    const client = await peer.connectAsked();
    const progressToken = peer.mcp.transport === 'http' ? 4_001 : 4_002;
    const taskId = await createTask(client, 'report_all', {
      arguments: { reports: [{ progress: 1 }] },
      _meta: { progressToken },
    });
    const result = client.request('tasks/result', { taskId });
    await untilReported(client, progressToken, (some) => some.length > 0);
    await peer.temporal.workflow.getHandle(taskId).signal(proceed);
    await result;

    expect(reportsOf(client, progressToken)).toHaveLength(1);
  });

  verifies(['T25-80'], 'is not sent to who gave no token', async (peer) => {
    const client = await peer.connectAsked();
    const before = notificationsIn(client.received, 'notifications/progress').length;
    const taskId = await createTask(client, 'report_all', {
      arguments: { reports: [{ progress: 1 }] },
    });
    const result = client.request('tasks/result', { taskId, _meta: { progressToken: 'late' } });
    await peer.temporal.workflow.getHandle(taskId).signal(proceed);
    await result;

    expect(notificationsIn(client.received, 'notifications/progress')).toHaveLength(before);
  });

  verifies(['T25-81'], 'grows strictly, whatever the work reports', async (peer) => {
    const client = await peer.connectAsked();
    const progressToken = randomUUID();
    const reports = [5, 5, 3, 6, 6, 1, 8].map((progress) => ({ progress, total: 10 }));
    const taskId = await createTask(client, 'report_all', {
      arguments: { reports },
      _meta: { progressToken },
    });
    const streams = [1, 2].map(() => client.open('tasks/result', { taskId }));
    await untilReported(client, progressToken, (some) => some.at(-1)?.progress === 8);
    await peer.temporal.workflow.getHandle(taskId).signal(proceed);
    for (const { reply } of streams) await resultOf(reply);

    expectStrictlyIncreasing(reportsOf(client, progressToken));
  });

  verifies(['T25-81'], 'ends before the reply', async (peer) => {
    const client = await peer.connectAsked();
    const progressToken = randomUUID();
    const taskId = await createTask(client, 'heartbeat_for_long', {
      arguments: { steps: 20, stepMs: 100 },
      _meta: { progressToken },
    });
    const { id, reply } = client.open('tasks/result', { taskId });
    await resultOf(reply);
    const messages: readonly RawMessage[] = client.received;
    const replyAt = messages.findIndex((message) => message.id === id && message.result);
    const late = messages
      .slice(replyAt)
      .filter(({ params }) => params?.['progressToken'] === progressToken);

    expect(reportsOf(client, progressToken).length).toBeGreaterThan(0);
    expect(late).toStrictEqual([]);
    // The task has ended, so the server sends no further progress.
    await resultOf(client.request('tasks/result', { taskId }));
    expect(reportsOf(client, progressToken).length).toBe(
      reportsOf({ received: messages.slice(0, replyAt) }, progressToken).length,
    );
  });

  verifies(['T25-81'], 'ends when the task is cancelled, though the work goes on', async (peer) => {
    const client = await peer.connectAsked();
    const progressToken = randomUUID();
    const taskId = await createTask(client, 'report_all', {
      arguments: { reports: [{ progress: 1 }] },
      _meta: { progressToken },
    });
    await resultOf(client.request('tasks/cancel', { taskId }));
    // Over stdio, the server may have sent progress before.
    const before = reportsOf(client, progressToken);
    const { error } = await client.request('tasks/result', { taskId });

    expect(error).toMatchObject({ code: -32603 });
    expect(reportsOf(client, progressToken)).toStrictEqual(before);
  });

  verifies(['T25-82'], 'is limited, however often the work reports', async (peer) => {
    const client = await peer.connectAsked();
    const progressToken = randomUUID();
    const taskId = await createTask(client, 'report_often', {
      arguments: { reports: 1_000, burst: 500, pauseMs: 1_000 },
      _meta: { progressToken },
    });
    const result = client.request('tasks/result', { taskId });
    await untilReported(client, progressToken, (some) => some.at(-1)?.progress === 1_000);
    await peer.temporal.workflow.getHandle(taskId).signal(proceed);
    await result;

    expect(reportsOf(client, progressToken).length).toBeLessThan(20);
  });

  verifies(
    ['T25-80', 'T25-81'],
    'of a plain call comes with its token, and no task',
    async (peer) => {
      const client = await peer.connectAsked();
      const progressToken = randomUUID();
      const result = await resultOf(
        client.request('tools/call', {
          name: 'heartbeat_for_long',
          arguments: { steps: 25, stepMs: 100 },
          _meta: { progressToken },
        }),
      );
      const reports = reportsOf(client, progressToken);

      expect(result).toMatchObject({ content: [{ text: '25' }] });
      expect(reports.length).toBeGreaterThan(0);
      expectStrictlyIncreasing(reports);
      for (const report of reports) {
        expect(report).toMatchObject({ total: 25, message: expect.stringMatching(/^Step/) });
        expect(report).not.toHaveProperty('_meta');
      }
    },
  );
});

describe('notifications/tasks/status', () => {
  verifies(['T25-83', 'T25-70', 'T25-24'], 'has all of the task, and no metadata', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
    await untilStatus(client, taskId, 'input_required');
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: { action: 'decline' } });
    await resultOf(result);
    const notified = notificationsIn(client.received, 'notifications/tasks/status').filter(
      ({ params }) => params?.['taskId'] === taskId,
    );

    expect(notified.length).toBeGreaterThan(0);
    for (const { method, params } of notified) {
      expectGetTaskResult(params);
      expect(TaskStatusNotificationSchema.parse({ method, params })).toMatchObject({ params });
    }
    expect(notified.at(-1)?.params).toStrictEqual(await getTask(client, taskId));
  });

  verifies(['T25-83', 'T25-40'], 'tells of each change once, in a legal order', async (peer) => {
    const client = await peer.connectAsked();
    const taskId = await createTask(client, 'multi_input');
    await untilStatus(client, taskId, 'input_required');
    const { reply } = client.open('tasks/result', { taskId });
    const questions = await untilAsked(client, { taskId, count: 2 });
    for (const { id } of questions) await client.send({ id, result: { action: 'decline' } });
    await resultOf(reply);
    const statuses = notificationsIn(client.received, 'notifications/tasks/status')
      .filter(({ params }) => params?.['taskId'] === taskId)
      .map(({ params }) => params?.['status']);

    expect(statuses.at(-1)).toBe('completed');
    expect(new Set(statuses).size).toBe(statuses.length);
  });

  verifiesOverHttp(
    ['T25-83', 'T25-132', 'T25-40'],
    'comes once to a session, over one of its streams, and never after the end',
    async (peer) => {
      const client = await connectAskedHttp([peer.url]);
      await client.listen();
      for (let round = 0; round < 5; round += 1) {
        const filename = randomUUID();
        const taskId = await createTask(client, 'confirm_delete', { arguments: { filename } });
        const result = client.open('tasks/result', { taskId });
        const [{ id }] = await untilAsked(client, { taskId });
        await client.send({ id, result: { action: 'decline' } });
        await resultOf(result.reply);
        const told = () =>
          notificationsIn(client.received, 'notifications/tasks/status')
            .map(({ params }) => params as unknown as GetTaskResult)
            .filter((task) => task.taskId === taskId);
        await eventually('the end', () => told().some(({ status }) => status === 'completed'));
        // A later task, so that each stream has read this one to its end.
        const next = await createTask(client, 'quick_job');
        await resultOf(client.request('tasks/result', { taskId: next }));
        const statuses = told().map(
          ({ status, statusMessage = '' }) => `${status} ${statusMessage}`,
        );
        const times = told().map(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt));

        expect(statuses).toStrictEqual([...new Set(statuses)]);
        expect(statuses.at(-1)).toMatch(/^completed/);
        expect(times).toStrictEqual([...times].sort((one, other) => one - other));
      }
      await client.close();
    },
  );

  verifiesOverHttp(['T25-83'], 'is not sent in a plain call', async (peer) => {
    const client = await peer.connectAsked();
    const call = client.open('tools/call', {
      name: 'confirm_delete',
      arguments: { filename: 'plain.txt' },
    });
    const [{ id }] = await untilAsked(call);
    await client.send({ id, result: { action: 'decline' } });
    await resultOf(call.reply);

    expect(notificationsIn(call.received, 'notifications/tasks/status')).toStrictEqual([]);
  });
});
