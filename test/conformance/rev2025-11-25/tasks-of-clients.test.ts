import { randomUUID } from 'node:crypto';

import { describe, expect } from '@jest/globals';
import {
  ElicitRequestSchema,
  GetTaskPayloadRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

import {
  type AskedClient,
  type Question,
  questionsIn,
  relatedTaskOf,
  untilAsked,
} from '../../support/asked-client.js';
import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { createTask, resultOf, untilStatus } from '../../support/steps/rev2025-task-steps.js';

const { verifies, verifiesOverHttp } = verifyRev2025();

const CONFIRM = { arguments: { filename: 'a.txt' } };
const YES = { action: 'accept', content: { confirm: true } };
const DELETED = { content: [{ text: 'Deleted a.txt.' }] };

const withTasks = (tasks: object): object => ({ elicitation: { form: {} }, sampling: {}, tasks });
const HOSTING = withTasks({ cancel: {}, requests: { elicitation: { create: {} } } });

/** The response of a client that makes a task of a question. */
function createResult(): { task: { taskId: string } & Record<string, unknown> } {
  const at = new Date().toISOString();
  const taskId = `theirs-${randomUUID()}`;
  return {
    task: { taskId, status: 'working', createdAt: at, lastUpdatedAt: at, ttl: 60_000 },
  };
}

/** Waits until the server sends a client a request about the client's own task. */
async function untilRequested(
  { received }: Pick<AskedClient, 'received'>,
  method: string,
  taskId: string,
): Promise<Question> {
  return eventually(`${method} of ${taskId}`, () =>
    questionsIn(received).find(
      (request) => request.method === method && request.params['taskId'] === taskId,
    ),
  );
}

describe('a question to a client', () => {
  verifies(
    ['T25-04', 'T25-140'],
    'is augmented only where it announced that very type',
    async (peer) => {
      const others = [
        { elicitation: { form: {} } },
        withTasks({}),
        withTasks({ requests: { sampling: { createMessage: {} } } }),
      ];
      for (const capabilities of others) {
        const client = await peer.connectAsked(capabilities);
        const taskId = await createTask(client, 'confirm_delete', CONFIRM);
        const result = client.request('tasks/result', { taskId });
        const [question] = await untilAsked(client, { taskId });
        await client.send({ id: question.id, result: YES });

        expect(question.params).not.toHaveProperty('task');
        expect(await resultOf(result)).toMatchObject(DELETED);
      }
    },
  );

  verifies(
    ['T25-142', 'T25-20', 'T25-61'],
    'is augmented in its params, and names the task of the tool call',
    async (peer) => {
      const client = await peer.connectAsked(HOSTING);
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      void client.open('tasks/result', { taskId });
      const [question] = await untilAsked(client, { taskId });

      expect(ElicitRequestSchema.safeParse(question).success).toBe(true);
      expect(question.params['task']).toStrictEqual({ ttl: expect.any(Number) });
      expect(relatedTaskOf(question)).toBe(taskId);
    },
  );

  verifies(
    ['T25-141'],
    'may be answered plainly by a client that could make a task',
    async (peer) => {
      const client = await peer.connectAsked(HOSTING);
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const result = client.request('tasks/result', { taskId });
      const [{ id }] = await untilAsked(client, { taskId });
      await client.send({ id, result: YES });

      expect(await resultOf(result)).toMatchObject(DELETED);
    },
  );
});

describe('a task that a client makes of a question', () => {
  verifies(
    ['T25-141', 'T25-142', 'T25-144', 'T25-71'],
    'is waited for by its own ID, without metadata or notifications, and answers',
    async (peer) => {
      const client = await peer.connectAsked(HOSTING);
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const result = client.request('tasks/result', { taskId });
      const [{ id }] = await untilAsked(client, { taskId });
      const created = createResult();
      const theirs = created.task.taskId;
      await client.send({ id, result: created });
      const request = await untilRequested(client, 'tasks/result', theirs);
      // The server ignores the status in this notification: only the result is the answer.
      const task = { ...created.task, status: 'failed' };
      await client.send({ method: 'notifications/tasks/status', params: task });
      const asking = await untilStatus(client, taskId, 'input_required');
      await client.send({
        id: request.id,
        result: { ...YES, _meta: { 'io.modelcontextprotocol/related-task': { taskId: theirs } } },
      });

      expect(GetTaskPayloadRequestSchema.safeParse(request).success).toBe(true);
      expect(request.params).toStrictEqual({ taskId: theirs });
      expect(request.id).not.toBe(id);
      expect(asking).toHaveProperty('taskId', taskId);
      expect(await resultOf(result)).toMatchObject(DELETED);
      expect(questionsIn(client.received, taskId)).toHaveLength(1);
    },
  );

  verifiesOverHttp(
    ['T25-143', 'T25-134'],
    'is waited for again on the next stream, and nobody is asked twice',
    async (peer) => {
      const client = await peer.connectAsked(HOSTING);
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const broken = client.open('tasks/result', { taskId });
      const [{ id }] = await untilAsked(broken, { taskId });
      const created = createResult();
      await client.send({ id, result: created });
      const first = await untilRequested(broken, 'tasks/result', created.task.taskId);
      broken.drop();
      await broken.reply.catch(() => undefined);
      const next = client.open('tasks/result', { taskId });
      const again = await untilRequested(next, 'tasks/result', created.task.taskId);
      await client.send({ id: again.id, result: YES });

      expect(again.id).not.toBe(first.id);
      expect(await resultOf(next.reply)).toMatchObject(DELETED);
      expect(questionsIn(client.received, taskId)).toHaveLength(1);
    },
  );

  verifies(['T25-145'], 'that fails is an outcome that the tool sees', async (peer) => {
    const client = await peer.connectAsked(HOSTING);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const result = client.request('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    const created = createResult();
    await client.send({ id, result: created });
    const request = await untilRequested(client, 'tasks/result', created.task.taskId);
    await client.send({ id: request.id, error: { code: -32602, message: 'Task has expired' } });

    expect(await resultOf(result)).toMatchObject({
      content: [{ text: 'Did not delete a.txt: cancel.' }],
    });
  });

  verifies(['T25-145', 'T25-100'], 'is cancelled together with the tool call’s', async (peer) => {
    const client = await peer.connectAsked(HOSTING);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const waiting = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    const created = createResult();
    await client.send({ id, result: created });
    await untilRequested(client, 'tasks/result', created.task.taskId);
    await client.request('tasks/cancel', { taskId });
    const cancel = await untilRequested(client, 'tasks/cancel', created.task.taskId);

    expect(cancel.params).toStrictEqual({ taskId: created.task.taskId });
    expect(
      await client.send({ id: cancel.id, result: { ...created.task, status: 'cancelled' } }),
    ).toBe(202);
    expect((await within(PATIENCE_MS, waiting.reply)).error).toHaveProperty('code', -32603);
  });
});
