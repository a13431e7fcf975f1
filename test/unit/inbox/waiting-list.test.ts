import { describe, expect, it } from '@jest/globals';

import type { AskedTask } from '../../../src/core/question/asked-task.js';
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { asks, findToken, withInboxes } from '../../support/inbox/with-inboxes.js';

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

/** The texts and times of the rows, in order. */
function rowsOf(body: string): readonly string[] {
  return [...body.matchAll(/<li id="q-.*?<\/li>/gs)].map(([row]) => {
    const [, text = ''] = /<a [^>]*>([^<]*)<\/a>/.exec(row) ?? [];
    return `${text} ${toText(row.slice(row.indexOf('class="when"') + 13)).trim()}`;
  });
}

const inMinutes = (minutes: number): string => ago(-minutes - 0.5);

describe('what waits for somebody', () => {
  it('is one list: deadlines, then what waits longest, in groups by tool', async () => {
    const { tasks, create, browser } = await serve({ hasApprovers: true });
    const due = { ...question, key: 'i2', params: { ...question.params, message: 'Due?' } };
    tasks.asked = [
      OTHERS,
      {
        ...OTHERS,
        taskId: 'mcp-due',
        askedAt: ago(1),
        questions: [{ ...due, answerBy: inMinutes(4) }],
      },
    ];
    for (const [message, minutes] of [
      ['Five?', 5],
      ['Sixty?', 60],
      ['Forty?', 40],
    ] as const) {
      await create({ ...asks({}, { message }), lastUpdatedAt: ago(minutes) });
    }
    const { body } = await browser().visit('/inbox');

    expect(body).toContain('<title>Waiting (5)');
    expect(rowsOf(body)).toStrictEqual([
      'Due? 4 minutes left waits for 1 minute',
      'Sixty? waits for 1 hour',
      'Forty? waits for 40 minutes',
      'Five? waits for 5 minutes',
      'Approve it? waits for 20 minutes',
    ]);
    expect(toText(body)).toContain('Due within the hour 1');
    expect(toText(body)).toContain('pay · asked by ada@example.com');
    expect(body).toMatch(/<strong class="near"><time datetime="[^"]+" data-since/);
  });

  it('is found by words, tool, person and deadline, by the address alone', async () => {
    const { tasks, create, browser } = await serve({ hasApprovers: true });
    tasks.asked = [OTHERS];
    await create(asks({}, { message: 'Refund 42.00 to Zoë?' }));
    await create(asks({}, { message: 'Refund 7.00 to Kim?' }));
    const ada = browser();
    const person = JSON.stringify(['user', 'https://id.example', '4711']);
    const findings: string[][] = [];
    for (const query of [
      { q: 'zoë REFUND' },
      { tool: 'pay' },
      { by: person },
      { by: 'mine', q: 'Kim' },
      { due: 'any' },
    ]) {
      const { body } = await ada.visit(`/inbox?${new URLSearchParams(query).toString()}`);
      expect(body).toContain('<title>Waiting (3)');
      findings.push(
        [...body.matchAll(/<a id="q-[^>]+>([^<]+)<\/a>/g)].map(([, text]) => text ?? ''),
      );
    }

    expect(findings).toStrictEqual([
      ['Refund 42.00 to Zoë?'],
      ['Approve it?'],
      ['Approve it?'],
      ['Refund 7.00 to Kim?'],
      [],
    ]);
  });

  it('says how far it has looked, and leads to the rest', async () => {
    const { tasks, browser } = await serve({ hasApprovers: true });
    tasks.asked = Array.from({ length: 60 }, (_one, index) => ({
      ...OTHERS,
      taskId: `mcp-${index}`,
      askedAt: ago(100 - index),
    }));
    tasks.looked = {
      lookedAt: { newest: 500, older: 300, areOldest: true, of: 4310 },
      nextCursor: 'more',
    };
    const ada = browser();
    const { body } = await ada.visit('/inbox');

    expect(body).toContain('<title>Waiting (60+)');
    expect(body.match(/<li id="q-/g)).toHaveLength(50);
    expect(toText(body)).toContain(
      'Of 4,310 running tasks, the newest 500 and the oldest 300 were looked at.',
    );
    expect(body).toContain('href="/inbox?cursor=more"');
    const [, next = ''] = /href="([^"]+)" rel="next">Next page \(10 more\)/.exec(body) ?? [];
    const further = await ada.visit(next.replaceAll('&amp;', '&'));
    expect(further.body.match(/<li id="q-/g)).toHaveLength(10);
    expect(further.body).toContain(toQuestionLinkId({ taskId: 'mcp-59', key: 'i1' }));
  });

  it('says in the list of their tasks whom a task waits for, with the link to send', async () => {
    const { create, browser } = await serve();
    const [asked] = asks().questions;
    const taskId = await create({
      questions: [{ ...asked, audience: 'others', askedAt: ago(12) }],
    });
    const { body } = await browser().visit('/inbox/tasks');

    expect(toText(body)).toContain('Waits for finance, since 12 minutes : What is it?');
    expect(body).toContain(`href="/inbox/questions/${toQuestionLinkId({ taskId, key: 'one' })}"`);
    expect((await browser().visit('/inbox')).body).toContain('Nothing is waiting');
  });

  it('is shown to an approver with who has called, and the arguments as a table', async () => {
    const { tasks, browser } = await serve({ hasApprovers: true });
    tasks.asked = [OTHERS];
    const question = toQuestionLinkId({ taskId: OTHERS.taskId, key: 'i1' });
    const { body } = await browser().visit(`/inbox/questions/${question}`);

    expect(toText(body)).toContain('Called by ada@example.com (4711)');
    expect(body).toMatch(/<th scope="row"[^>]*>amount<\/th><td>4200<\/td>/);
    expect(body).toMatch(/>to<\/th><td><span[^>]*>&lt;b&gt;Acme&lt;\/b&gt;<\/span><\/td>/);
    expect(body).toMatch(/>urgent<\/th><td>yes<\/td>/);
  });
});

describe('an answer from the list', () => {
  const DECISION = { ok: { type: 'boolean', title: 'Release it' } };

  async function openFirst() {
    const served = await serve();
    for (const [message, minutes] of [
      ['Third of all?', 1],
      ['First of all?', 30],
      ['Second of all?', 20],
    ] as const) {
      await served.create({ ...asks(DECISION, { message }), lastUpdatedAt: ago(minutes) });
    }
    const ada = served.browser();
    const list = await ada.visit('/inbox?q=of+all');
    const [, first = ''] = /href="([^"]+)"[^>]*>First of all/.exec(list.body) ?? [];
    const path = first.replaceAll('&amp;', '&');
    return { ...served, ada, path, token: await ada.tokenOf(path) };
  }

  it('leads to the next question of the list, with a note that names the decision', async () => {
    const { ada, path, token } = await openFirst();
    const sent = await ada.visit(path, { form: { token, action: 'approve' } });
    const next = await ada.visit(sent.headers.location ?? '');
    const page = await ada.visit(next.headers.location ?? '');

    expect(sent.status).toBe(303);
    expect(toText(page.body)).toContain('You approved: First of all? See what happened');
    expect(page.body).toContain('>Second of all?<');
    expect(next.headers.location).toContain('list=q%3Dof%2Ball');
  });

  it('is noted for its own session alone', async () => {
    const { ada, path, token, browser } = await openFirst();
    const { headers } = await ada.visit(path, { form: { token, action: 'reject' } });
    const done = new URL(headers.location ?? '', 'http://a').searchParams.get('done') ?? '';
    const query = new URLSearchParams({ done }).toString();

    expect((await ada.visit(`/inbox?${query}`)).body).toContain('You rejected:');
    expect((await browser().visit(`/inbox?${query}`)).body).not.toContain('You rejected:');
    expect((await ada.visit('/inbox?done=approve')).body).not.toContain('class="note"');
  });

  it('is given to several questions of one form at once, after a page that lists them', async () => {
    const { ada, tasks, path, token } = await openFirst();
    const list = (await ada.visit('/inbox')).body;
    const picks = [...list.matchAll(/name="pick" value="([^"]+)"/g)].map(([, id]) => id ?? '');
    const form = [...picks.map((id) => ['pick', id] as const), ['action', 'approve'] as const];
    const asked = await ada.visit('/inbox/decide', { form });
    expect(toText(asked.body)).toContain('Approve 3 questions?');
    expect(tasks.answered).toStrictEqual([]);
    await ada.visit(path, { form: { token, action: 'reject' } });
    const confirmed = { form: { token: findToken(asked.body) } };
    const { body } = await ada.visit('/inbox/decide', confirmed);

    expect(body).toContain('>Approved: 2 of 3</h1>');
    expect(toText(body)).toContain('First of all? Too late It was answered or withdrawn before.');
    expect(toText(body)).toContain('Second of all? Approved Third of all? Approved');
    expect(toText((await ada.visit('/inbox/decide', confirmed)).body)).toContain('0 of 3');
    expect(tasks.answered).toHaveLength(3);
  });

  it('is not given to questions of different forms at once, nor by a form that lists nothing', async () => {
    const { ada, tasks, create } = await openFirst();
    await create(asks({ sure: { type: 'boolean' } }, { message: 'Another?' }));
    const list = (await ada.visit('/inbox')).body;
    const picks = [...list.matchAll(/name="pick" value="([^"]+)"/g)].map(([, id]) => id ?? '');
    const decide = async (form: readonly (readonly [string, string])[]) =>
      ada.visit('/inbox/decide', { form });
    const mixed = await decide([...picks.map((id) => ['pick', id] as const), ['action', 'reject']]);

    expect(picks).toHaveLength(4);
    expect(toText(mixed.body)).toContain('Only questions of one tool with the same form');
    expect((await decide([['action', 'approve']])).status).toBe(422);
    expect((await decide([['token', 'made up']])).status).toBe(422);
    expect(tasks.answered).toStrictEqual([]);
  });
});
