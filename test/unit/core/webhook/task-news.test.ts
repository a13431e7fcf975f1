import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../src/core/task/task.js';
import {
  nextReminderMs,
  type SeenQuestion,
  toNews,
} from '../../../../src/core/webhook/task-news.js';
import type { ConfiguredWebhook } from '../../../../src/definition/tool/webhooks.js';
import { toCompiledText } from '../../../../src/manifest/compile/compile-text.js';

const WEBHOOK: ConfiguredWebhook = {
  url: 'https://x.example',
  secret: ['s'],
  events: ['task.input_required'],
  tellOwner: false,
  tellQuestions: false,
  internalAddresses: false,
};

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
    'Checked. Waiting for an answer, which you can give at https://x.example/q in a browser. An answer counts until 2026-11-25 16:00 UTC',
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

const OPTIONS = {
  seen: [],
  statusOf: () => 'failed' as const,
  nowMs: Date.parse('2026-11-25T12:00:01.000Z'),
};

/** The data of the messages about a task, for one webhook. */
async function dataOf(task: Task, webhook: Partial<ConfiguredWebhook> = {}): Promise<unknown[]> {
  const { notices } = await toNews(task, { ...OPTIONS, webhooks: [{ ...WEBHOOK, ...webhook }] });
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
    const { notices } = await toNews(TASK, {
      ...OPTIONS,
      webhooks: [{ ...WEBHOOK, events: ['task.finished'] }],
    });

    expect(notices.map(({ body }) => body)).toStrictEqual([
      expect.stringContaining('"statusMessage":"half \ufffd"'),
    ]);
  });

  describe('of an endpoint that is told after a time', () => {
    const HOUR_MS = 3_600_000;
    const askedMs = Date.parse('2026-11-25T12:00:00.500Z');
    const webhooks = [0, 1, 4].map((hours) => ({
      ...WEBHOOK,
      url: `https://x.example/${hours}`,
      after: hours === 0 ? undefined : hours * HOUR_MS,
    }));
    type News = Awaited<ReturnType<typeof toNews>>;
    const START: News = { notices: [], seen: [] };
    const at = async (hours: number, { seen }: News, task = ASKING): Promise<News> =>
      toNews(task, { ...OPTIONS, webhooks, seen, nowMs: askedMs + hours * HOUR_MS });
    const countOf = ({ notices }: News): number => notices.length;
    const nextMs = ({ seen }: News, task = ASKING): number => nextReminderMs(task, seen, webhooks);

    it('comes once, in its time, while the question is open', async () => {
      const first = await at(0, START);
      const early = await at(0.99, first);
      const second = await at(1, early);
      const third = await at(4, second);

      expect([first, early, second, third].map(countOf)).toStrictEqual([1, 0, 1, 1]);
      expect([first, second, third].map((news) => nextMs(news))).toStrictEqual([
        askedMs + HOUR_MS,
        askedMs + 4 * HOUR_MS,
        Infinity,
      ]);
      const ids = [first, second, third].flatMap(({ notices }) =>
        notices.map((one) => one.messageId),
      );
      expect(new Set(ids).size).toBe(3);
    });

    it('counts from the first look if the clock of the Workflow is ahead', async () => {
      const askedAt = new Date(askedMs + HOUR_MS).toISOString();
      const ahead = { ...ASKING, questions: ASKING.questions.map((one) => ({ ...one, askedAt })) };

      expect(nextMs(await at(0, START, ahead), ahead)).toBe(askedMs + HOUR_MS);
    });

    it('does not come once the question is closed', async () => {
      const answered = { ...ASKING, questions: [] };
      const news = await at(5, await at(0, START), answered);

      expect(news).toStrictEqual({ notices: [], seen: [] });
    });

    it('does not come twice if nobody says for a while whether the question is open', async () => {
      const before = await at(1, await at(0, START));
      const unknown = await at(2, before, { ...ASKING, questions: [], hasUnknownQuestions: true });
      const after = await at(3, unknown);

      expect([unknown, after].map(countOf)).toStrictEqual([0, 0]);
      expect(after.seen).toStrictEqual(before.seen);
    });

    it('comes late, with all that is due, if nobody looked in time', async () => {
      const late = await at(9, await at(0, START));

      expect(countOf(late)).toBe(2);
      expect(nextMs(late)).toBe(Infinity);
    });

    it('counts from the first look if nobody knows when the question was asked', async () => {
      const [question] = ASKING.questions;
      const task = { ...ASKING, questions: [{ ...question, askedAt: undefined }] } as Task;
      const first = await at(2, START, task);

      expect(countOf(first)).toBe(1);
      expect(nextMs(first, task)).toBe(askedMs + 3 * HOUR_MS);
      expect(countOf(await at(2.5, first, task))).toBe(0);
      expect(countOf(await at(3, first, task))).toBe(1);
    });

    it('counts from the first look if the clock of the Workflow is hours ahead', async () => {
      const [question] = ASKING.questions;
      const askedAt = new Date(askedMs + 5 * HOUR_MS).toISOString();
      const task = { ...ASKING, questions: [{ ...question, askedAt }] } as Task;

      expect(nextMs(await at(2, START, task), task)).toBe(askedMs + 3 * HOUR_MS);
    });
  });

  it('has a message for each new question to people where a body reads one', async () => {
    const [question] = ASKING.questions;
    const ofModel = { ...question, key: 'i4', method: 'sampling/createMessage' };
    const task = {
      ...ASKING,
      questions: [...['i1', 'i2', 'i3'].map((key) => ({ ...question, key })), ofModel],
    } as Task;
    const { notices } = await toNews(task, {
      ...OPTIONS,
      seen: [{ key: 'i1', seenAt: '2026-11-25T12:00:00.500Z' } satisfies SeenQuestion],
      webhooks: [
        {
          ...WEBHOOK,
          body: { event: toCompiledText('{$event}'), question: toCompiledText('{$question}') },
        },
      ],
    });

    expect(notices.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject(
      ['i2', 'i3'].map((key) => ({
        event: { data: { requests: [{ key }] } },
        question: { key, message: 'Pay?', page: 'https://x.example/q' },
      })),
    );
    expect(new Set(notices.map(({ messageId }) => messageId)).size).toBe(2);
  });
});
