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

describe('toNews', () => {
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
