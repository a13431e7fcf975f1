import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../src/core/errors.js';
import type { AskedTask } from '../../../src/core/question/asked-task.js';
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import type { InboxOptions } from '../../../src/inbox/create-inbox.js';
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
    for (const link of [
      '/inbox?done=approve',
      '/inbox?done=cancel',
      '/inbox/tasks/task-1?done=cancel',
    ]) {
      expect((await ada.visit(link)).body).not.toContain('class="note"');
    }
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
});

describe('several decisions together', () => {
  const DECISION = { ok: { type: 'boolean', title: 'Release it' } };

  /** Somebody who has selected all questions of the list, or those at some places. */
  async function open(options: Partial<InboxOptions> = {}) {
    const served = await serve(options);
    const ada = served.browser();
    const select = async (action: string, wanted: (index: number) => boolean = () => true) => {
      const list = (await ada.visit('/inbox')).body;
      const picks = [...list.matchAll(/name="pick" value="([^"]+)"/g)].map(([, id]) => id ?? '');
      const picked = picks.filter((_id, index) => wanted(index));
      return decide([...picked.map((id) => ['pick', id] as const), ['action', action]]);
    };
    const decide = async (form: readonly (readonly [string, string])[]) => {
      const { status, body } = await ada.visit('/inbox/decide', { form });
      return { status, body, text: toText(body), token: findToken(body) };
    };
    const confirm = async (action = 'approve') => {
      const { token } = await select(action);
      return async () => decide([['token', token]]);
    };
    return { ...served, ada, select, decide, confirm };
  }

  it('show all that is decided before they are sent', async () => {
    const { tasks, select } = await open({ hasApprovers: true });
    const message = `Pay for these: ${'part, '.repeat(60)}\nto the account DE99?`;
    const [asked] = asks(DECISION, { message }).questions;
    tasks.asked = [{ ...OTHERS, questions: [asked] }];
    const { body, text } = await select('approve');

    expect(body).toContain('part, \nto the account DE99?</p>');
    expect(text).toContain('Release it');
    expect(text).toContain('Called by ada@example.com (4711)');
    expect(body).toMatch(/<th scope="row"[^>]*>amount<\/th><td>4200<\/td>/);
  });

  it('show hidden characters on every page, and send back a text as it was', async () => {
    const { tasks, create, select, ada } = await open({ toolTitle: () => 'Pay\u202e' });
    const message = 'Pay the vendor \u202e: 42.00?';
    const taskId = await create(asks(DECISION, { message }));
    const text = { type: 'string', title: 'Note', default: 'a\u200bb' };
    const other = await create(asks({ note: text }, { message: 'Note?' }));
    const of = (id: string) => `/inbox/questions/${toQuestionLinkId({ taskId: id, key: 'one' })}`;
    const shown = String.raw`Pay the vendor \u{202E}: 42.00?`;
    const pages = await Promise.all(
      ['/inbox', of(taskId)].map(async (path) => (await ada.visit(path)).body),
    );
    const together = (await select('approve')).body;
    tasks.decision = {
      key: 'one',
      request: asks(DECISION, { message }).questions[0],
      end: { kind: 'withdrawn', at: ago(1) },
    };
    tasks.update(taskId, { questions: [] });
    const receipt = (await ada.visit(of(taskId))).body;

    for (const body of [...pages, together, receipt]) {
      expect(body).toContain(shown);
      expect(body).not.toMatch(/[\u202a-\u202e]/);
    }
    expect((await ada.visit(of(other))).body).toContain('a\u200bb</textarea>');
  });

  it('are refused for a task with more arguments than a page shows', async () => {
    const { tasks, select } = await open({ hasApprovers: true });
    const [asked] = asks(DECISION).questions;
    const list = Array.from({ length: 101 }, (_one, index) => index);
    tasks.asked = [{ ...OTHERS, questions: [asked], workflowArguments: list }];

    expect((await select('approve')).text).toContain('more than this page can show');
  });

  it('leave out a question that has changed since it was listed', async () => {
    const { tasks, create, confirm } = await open();
    const first = await create(asks(DECISION, { message: 'Pay 4.20?' }));
    await create(asks(DECISION, { message: 'Pay 7.00?' }));
    const send = await confirm();
    tasks.update(first, asks(DECISION, { message: 'Pay 4200?' }));
    const { body, text } = await send();

    expect(body).toContain('>Approved: 1 of 2</h1>');
    expect(text).toContain('Pay 4.20? Not sent The question has changed.');
    expect(tasks.answered).toHaveLength(1);
  });

  it('leave out a question that only other people may answer', async () => {
    const { tasks, create, confirm } = await open();
    const taskId = await create(asks(DECISION));
    const send = await confirm();
    const [asked] = asks(DECISION).questions;
    tasks.update(taskId, { questions: [{ ...asked, audience: 'others' }] });

    expect((await send()).text).toContain('Not sent Somebody else has to answer it.');
    expect(tasks.answered).toStrictEqual([]);
  });

  it('say what was refused when it arrived: for others, or with an error', async () => {
    const { tasks, create, confirm } = await open();
    await create(asks(DECISION, { message: 'For others?' }));
    const failing = await create(asks(DECISION, { message: 'Failing?' }));
    const send = await confirm();
    tasks.answer = async (_by, taskId) => {
      if (taskId !== failing) return Promise.resolve({ tooLate: [], forOthers: ['one'] });
      throw new TaskError(TaskErrorCode.unavailable, 'Temporal is away.');
    };
    const { body, text } = await send();

    expect(body).toContain('>Approved: 0 of 2</h1>');
    expect(text).toContain('For others? Not sent Somebody else has to answer it.');
    expect(text).toContain('Failing? Not sent Temporal is away.');
  });

  it('say whose answer was first', async () => {
    const { tasks, create, confirm } = await open();
    await create(asks(DECISION));
    const send = await confirm('decline');
    tasks.overtaken = ['one'];
    const answeredAt = new Date().toISOString();
    const answeredBy = { kind: 'user', issuer: 'https://id.example', subject: '7' } as const;
    tasks.decision = { key: 'one', end: { kind: 'answered', answeredAt, answeredBy } };

    expect((await send()).text).toContain('Too late 7 answered');
  });

  it.each([
    ['of two forms', { sure: { type: 'boolean' } }, {}, 'Only questions of one tool'],
    ['of two tools', DECISION, { toolName: 'another' }, 'Only questions of one tool'],
  ])('are refused for questions %s', async (_of, form, changes, says) => {
    const { tasks, create, select } = await open();
    await create(asks(DECISION));
    await create({ ...asks(form, { message: 'Another?' }), ...changes });
    const { status, text } = await select('reject');

    expect(status).toBe(422);
    expect(text).toContain(says);
    expect(tasks.answered).toStrictEqual([]);
  });

  it('are refused for more questions than a page of the list has', async () => {
    const { create, ada, decide } = await open();
    const ids = await Promise.all(Array.from({ length: 51 }, async () => create(asks(DECISION))));
    await ada.visit('/inbox');
    const picks = ids.map((taskId) => ['pick', toQuestionLinkId({ taskId, key: 'one' })] as const);

    expect((await decide([...picks, ['action', 'approve']])).text).toContain(
      'At most 50 questions',
    );
  });

  it('are refused for questions that need more than a button', async () => {
    const { create, decide } = await open();
    const taskId = await create(asks({ name: { type: 'string' } }));
    const pick = ['pick', toQuestionLinkId({ taskId, key: 'one' })] as const;

    expect((await decide([pick, ['action', 'approve']])).text).toContain(
      'need more than a decision',
    );
  });

  it('say how many of the selected questions can no longer be found', async () => {
    const { create, decide } = await open();
    const taskId = await create(asks(DECISION));
    const picks = [taskId, 'task-9'].map(
      (id) => ['pick', toQuestionLinkId({ taskId: id, key: 'one' })] as const,
    );

    expect((await decide([...picks, ['action', 'approve']])).text).toContain(
      '1 question of your selection can no longer be found.',
    );
  });

  it.each([
    ['that selects nothing', [['action', 'approve']], 'No question was selected'],
    ['with another button', [['action', 'accept']], 'no such button'],
    ['with a made-up token', [['token', 'made up']], 'This page was out of date'],
  ] as const)('are refused for a form %s', async (_form, form, says) => {
    const { tasks, create, decide } = await open();
    await create(asks(DECISION));
    const { status, text } = await decide(form);

    expect(status).toBe(422);
    expect(text).toContain(says);
    expect(tasks.answered).toStrictEqual([]);
  });

  it('are not sent by the token of another form', async () => {
    const { tasks, create, ada, decide } = await open();
    const taskId = await create(asks(DECISION));
    const token = await ada.tokenOf(`/inbox/questions/${toQuestionLinkId({ taskId, key: 'one' })}`);

    expect((await decide([['token', token]])).status).toBe(422);
    expect(tasks.answered).toStrictEqual([]);
  });
});
