import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../src/core/task/task.js';
import type { ConfiguredWebhook } from '../../../../src/core/tool/configured-webhook.js';
import { toNews } from '../../../../src/core/webhook/task-news.js';

const TASK: Task = {
  taskId: 't',
  toolName: 'order',
  phase: 'toolError',
  cancelRequested: false,
  questions: [],
  statusMessage: 'half \ud83d',
  createdAt: '2026-11-25T12:00:00.000Z',
  lastUpdatedAt: '2026-11-25T12:00:01.000Z',
  ttlMs: 1,
  pollIntervalMs: 1,
  outcome: { kind: 'cancelled' },
};

/** A task that asks, with the address of the question in its status message. */
const ASKING: Task = {
  ...TASK,
  phase: 'inputRequired',
  outcome: undefined,
  statusMessage:
    'Checked. Waiting for an answer, which you can give at https://x.example/q in a browser',
  questions: [
    {
      key: 'i1',
      method: 'elicitation/create',
      params: { message: 'Pay?' },
      audience: 'owner',
      isOpenElsewhere: true,
      page: 'https://x.example/q',
      askedAt: '2026-11-25T12:00:00.500Z',
      answerBy: '2026-11-25T16:00:00.000Z',
    },
  ],
};

/** The data of the messages about a task, for one webhook. */
async function dataOf(task: Task, webhook: Partial<ConfiguredWebhook> = {}): Promise<unknown[]> {
  const events = ['task.input_required'];
  const one = { url: 'https://x.example', secrets: ['s'], events, ...webhook };
  const { notices } = await toNews(task, [one as ConfiguredWebhook], () => 'input_required');
  return notices.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data);
}

describe('toNews', () => {
  const request = {
    key: 'i1',
    kind: 'form',
    page: 'https://x.example/q',
    askedAt: '2026-11-25T12:00:00.500Z',
    answerBy: '2026-11-25T16:00:00.000Z',
  };

  it('says where a question is answered, since when it waits, and until when, without its text', async () => {
    expect(await dataOf(ASKING)).toStrictEqual([
      { taskId: 't', tool: 'order', requests: [request], statusMessage: 'Checked.' },
    ]);
  });

  it('has the text of a question for an endpoint that asks for it', async () => {
    expect(await dataOf(ASKING, { tellQuestions: true })).toMatchObject([
      { requests: [{ ...request, message: 'Pay?' }] },
    ]);
  });

  it('sends no text that UTF-8 cannot carry', async () => {
    const webhook = { url: 'https://x.example', secrets: ['s'], events: ['task.finished'] };

    const { notices } = await toNews(
      TASK,
      [webhook as unknown as ConfiguredWebhook],
      () => 'failed',
    );

    expect(notices.map(({ body }) => body)).toStrictEqual([
      expect.stringContaining('"statusMessage":"half \ufffd"'),
    ]);
  });
});
