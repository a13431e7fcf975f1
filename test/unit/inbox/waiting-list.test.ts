import { describe, expect, it } from '@jest/globals';

import type { AskedTask } from '../../../src/core/question/asked-task.js';
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { asks, withInboxes } from '../../support/inbox/with-inboxes.js';

const serve = withInboxes();
const MINUTE_MS = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

function toText(body: string): string {
  return body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const [question] = asks({}, { message: 'Approve it?' }).questions;
const OTHERS: AskedTask = {
  taskId: 'mcp-others',
  toolName: 'pay',
  createdAt: ago(30),
  askedAt: ago(20),
  calledBy: {
    kind: 'user',
    issuer: 'https://id.example',
    subject: '4711',
    email: 'ada@example.com',
  },
  questions: [{ ...question, key: 'i1' }],
  workflowArguments: [
    { amount: 4200, to: '<b>Acme</b>', urgent: true, parts: ['a', 'b'], more: {} },
  ],
};

describe('what waits for somebody', () => {
  it('is one list, what waits longest first, from several pages of their tasks', async () => {
    const { tasks, create, browser } = await serve({ hasApprovers: true });
    tasks.asked = [OTHERS];
    // A page of the fake has two.
    for (const [message, minutes] of [
      ['Five?', 5],
      ['Sixty?', 60],
      ['Forty?', 40],
    ] as const) {
      await create({ ...asks({}, { message }), lastUpdatedAt: ago(minutes) });
    }
    const { body } = await browser().visit('/inbox');
    const [, list = ''] = /<ul id="questions"[^>]*>(.*?)<\/ul>/s.exec(body) ?? [];

    expect(body).toContain('<title>Waiting (4)');
    expect(toText(list).match(/\w+( it)?\?|waits for \d+ \w+/g)).toStrictEqual([
      ...['Sixty?', 'waits for 1 hour', 'Forty?', 'waits for 40 minutes'],
      ...['Approve it?', 'waits for 20 minutes', 'Five?', 'waits for 5 minutes'],
    ]);
    expect(toText(list)).toContain('pay · asked by ada@example.com');
    expect(list).toMatch(/<time datetime="[^"]+" data-since/);
  });

  it('is shown to an approver with who has called, and the arguments as a table', async () => {
    const { tasks, browser } = await serve({ hasApprovers: true });
    tasks.asked = [OTHERS];
    const question = toQuestionLinkId({ taskId: OTHERS.taskId, key: 'i1' });
    const { body } = await browser().visit(`/inbox/questions/${question}`);

    expect(toText(body)).toContain('Called by ada@example.com (4711, https://id.example)');
    expect(body).toMatch(/<th scope="row"[^>]*>amount<\/th><td>4200<\/td>/);
    expect(body).toMatch(/>to<\/th><td><span[^>]*>&lt;b&gt;Acme&lt;\/b&gt;<\/span><\/td>/);
    expect(body).toMatch(/>urgent<\/th><td>yes<\/td>/);
  });
});
