import { describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../src/core/errors.js';
import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { asks, findToken, withInboxes } from '../../support/inbox/with-inboxes.js';

const serve = withInboxes();
const pathOf = (taskId: string, key = 'one') =>
  `/inbox/questions/${toQuestionLinkId({ taskId, key })}`;
const NAME = { name: { type: 'string', title: 'Your name', minLength: 3 } };
const TYPED = 'typed & "kept" <b>';
const SHOWN = 'typed &amp; &quot;kept&quot; &lt;b&gt;';

/** Somebody in front of an open question. */
async function openQuestion(properties: Record<string, object> = NAME) {
  const served = await serve();
  const taskId = await served.create(asks(properties));
  const ada = served.browser();
  const token = await ada.tokenOf(pathOf(taskId));
  return { ...served, taskId, ada, token };
}

describe('an answer', () => {
  it('is given to a question that clients are not asked, since two answers changed nothing', async () => {
    const { ada, tasks, taskId } = await openQuestion();
    const [question] = asks(NAME).questions;
    tasks.update(taskId, { questions: [{ ...question, lostAnswers: 2, isPutAside: true }] });
    const home = await ada.visit('/inbox');
    const page = await ada.visit(pathOf(taskId));
    const token = findToken(page.body);

    const { status } = await ada.visit(pathOf(taskId), {
      form: { token, action: 'accept', f0: 'Ada' },
    });

    expect(home.body).toContain(pathOf(taskId));
    expect(page.body).toContain('2 answers to this question changed nothing');
    expect(status).toBe(303);
    expect(tasks.answered).toHaveLength(1);
  });

  it.each([
    ['at the same moment', ['one'], false],
    ['a while ago', [], true],
  ])('that comes after somebody else’s, given %s, says whose counts', async (...row) => {
    const [, overtaken, isGone] = row;
    const { ada, token, tasks, taskId } = await openQuestion({
      ...NAME,
      size: { type: 'string', title: 'Size', enum: ['s', 'm'], enumNames: ['Small', 'Middle'] },
    });
    tasks.overtaken = overtaken;
    tasks.decision = {
      key: 'one',
      request: asks(NAME).questions[0],
      end: {
        kind: 'answered',
        response: { action: 'accept', content: { name: 'Bobby' } },
        answeredBy: {
          kind: 'user',
          issuer: 'https://id.example',
          subject: '7',
          displayName: 'Bob',
        },
        answeredAt: new Date(Date.now() - 300_000).toISOString(),
        answeredIn: { kind: 'client', name: 'claude-code' },
      },
    };
    if (isGone) tasks.update(taskId, { questions: [], phase: 'working' });

    const { status, body } = await ada.visit(pathOf(taskId), {
      form: { token, action: 'accept', f0: TYPED, f1: '1' },
    });

    expect(status).toBe(409);
    expect(body).toContain('>Your answer came too late<');
    const text = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Bob \(7\) answered .{20}, 5 minutes ago, in the MCP client claude-code\./,
    );
    expect(text).toContain('Bobby');
    expect(text).toContain(`Your name ${SHOWN.replace('<b>', '<b>')}`);
    expect(text).toContain('Size Middle');
    expect(text).not.toContain('Field 1');
  });

  it.each([
    ['approve', true],
    ['reject', false],
  ])('to a form of one boolean is given by one button: %s', async (action, decision) => {
    const { ada, token, tasks, taskId } = await openQuestion({ ok: { type: 'boolean' } });
    const { body } = await ada.visit(pathOf(taskId));

    const { headers } = await ada.visit(pathOf(taskId), { form: { token, action } });

    expect(body).toContain(`value="${action}"`);
    expect(body).not.toContain('type="radio"');
    expect(headers.location).toMatch(/^\/inbox\/tasks\/task-1\?done=/);
    expect(tasks.answered).toMatchObject([
      { responses: { one: { action: 'accept', content: { ok: decision } } } },
    ]);
  });

  it('can be to decline a question that cannot be shown, whose page names the fault', async () => {
    const { ada, tasks, taskId } = await openQuestion();
    const url = 'javascript:alert(1)';
    const params = { mode: 'url', message: 'Pay', url, elicitationId: 'e' };
    const fault = '/url must be an http or https URL without a user';
    tasks.update(taskId, { questions: [{ ...asks().questions[0], params, fault }] });
    const { body } = await ada.visit(pathOf(taskId));
    const token = findToken(body);
    const send = async (action: string) =>
      (await ada.visit(pathOf(taskId), { form: { token, action } })).status;

    expect(body).toContain(`For the author of the workflow: ${fault}.`);
    expect(await send('accept')).toBe(400);
    expect(await send('decline')).toBe(303);
    expect(tasks.answered).toMatchObject([{ responses: { one: { action: 'decline' } } }]);
  });

  it('that does not fit is shown again with what is wrong', async () => {
    const { ada, token, tasks, taskId } = await openQuestion();

    const { status, body } = await ada.visit(pathOf(taskId), {
      form: { token, action: 'accept', f0: '<b' },
    });

    expect(status).toBe(422);
    expect(body).toContain('<title>Error: What is it?');
    expect(body).toContain('Your name must have at least 3 characters');
    expect(body).toContain('&lt;b');
    expect(findToken(body)).not.toBe('');
    expect(tasks.answered).toStrictEqual([]);
  });

  it('that Temporal cannot take now is shown again, with everything that was filled in', async () => {
    const { ada, token, tasks, taskId } = await openQuestion();
    const get = tasks.get.bind(tasks);
    tasks.get = async (...asked) => {
      const task = await get(...asked);
      tasks.failNext(new TaskError(TaskErrorCode.unavailable, 'Temporal does not answer.'));
      return task;
    };

    const { status, body } = await ada.visit(pathOf(taskId), {
      form: { token, action: 'accept', f0: TYPED },
    });

    expect(status).toBe(503);
    expect(body).toContain('Temporal does not answer.');
    expect(body).toContain(SHOWN);
  });

  it('of somebody else’s task is refused as of one that never was', async () => {
    const { ada, create, token } = await openQuestion();
    const foreign = await create(asks(NAME), 'somebody');
    const form = { token, action: 'accept', f0: TYPED };
    const [one, other] = [
      await ada.visit(pathOf(foreign), { form }),
      await ada.visit(pathOf('task-9'), { form }),
    ];

    expect(one.status).toBe(404);
    expect(one.body).toBe(other.body);
    expect(one.body).toContain(SHOWN);
    expect((await ada.visit(`/inbox/tasks/${foreign}`)).body).toBe(
      (await ada.visit('/inbox/tasks/task-9')).body,
    );
  });
});

type Open = Awaited<ReturnType<typeof openQuestion>>;

describe('a form that no page of the inbox has sent', () => {
  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page of nowhere', { origin: 'null' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }],
    ['a site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain, as the browser says', { 'sec-fetch-site': 'same-site' }],
  ])('but %s does nothing', async (...row) => {
    const { ada, token, tasks, taskId } = await openQuestion();

    const { status } = await ada.visit(pathOf(taskId), {
      form: { token, action: 'accept', f0: 'Ada' },
      headers: row[1],
    });

    expect(status).toBe(403);
    expect(tasks.answered).toStrictEqual([]);
  });

  it('does nothing where nobody says who has sent it', async () => {
    const { token, tasks, taskId, url, ada } = await openQuestion();
    const response = await fetch(new URL(pathOf(taskId), url), {
      method: 'POST',
      body: new URLSearchParams({ token, action: 'accept', f0: 'Ada' }),
      headers: {
        cookie: Array.from(ada.cookies, (pair) => pair.join('=')).join('; '),
        'sec-fetch-mode': 'x',
      },
    });

    expect(response.status).toBe(403);
    expect(tasks.answered).toStrictEqual([]);
  });

  it.each<readonly [string, (open: Open) => Promise<string>]>([
    ['none', async () => Promise.resolve('')],
    ['one of another session', async ({ browser, taskId }) => browser().tokenOf(pathOf(taskId))],
    [
      'one of another question',
      async ({ create, ada }) => ada.tokenOf(pathOf(await create(asks(NAME)))),
    ],
    [
      'one of another form',
      async ({ ada, taskId }) => ada.tokenOf(`/inbox/tasks/${taskId}/cancel`),
    ],
    ['one that was changed', async ({ token }) => Promise.resolve(`${token.slice(0, -3)}abc`)],
    [
      'one of what the question was',
      async ({ token, tasks, taskId }) => {
        tasks.update(taskId, asks(NAME, { message: 'Now what?' }));
        return Promise.resolve(token);
      },
    ],
  ])('for its token, %s, is shown again and not taken', async (...row) => {
    const opened = await openQuestion();
    const token = await row[1](opened);

    const { status, body } = await opened.ada.visit(pathOf(opened.taskId), {
      form: { token, action: 'accept', f0: TYPED },
    });

    expect(status).toBe(403);
    expect(body).toContain('This page was out of date.');
    expect(body).toContain(SHOWN);
    expect(opened.tasks.answered).toStrictEqual([]);
    const again = { token: findToken(body), action: 'accept', f0: TYPED };
    expect((await opened.ada.visit(pathOf(opened.taskId), { form: again })).status).toBe(303);
  });

  it.each<readonly [string, readonly (readonly [string, string])[]]>([
    ['a field that is not there', [['f7', 'x']]],
    [
      'a field twice',
      [
        ['f0', 'Ada'],
        ['f0', 'Bob'],
      ],
    ],
    ['two actions', [['action', 'decline']]],
    ['the name of a member', [['name', 'Ada']]],
    ['a choice that is not there', [['f1', '2']]],
    ['a choice by its value', [['f1', 'red']]],
    [
      'a choice twice',
      [
        ['f2', '0'],
        ['f2', '0'],
      ],
    ],
    ['a boolean of its own', [['f3', 'maybe']]],
    ['2,001 fields', Array.from({ length: 2_001 }, () => ['f2', '0'] as const)],
  ])('with %s is refused', async (...row) => {
    const choices = { type: 'string', enum: ['red', 'green'] };
    const { ada, token, tasks, taskId } = await openQuestion({
      ...NAME,
      one: choices,
      many: { type: 'array', items: choices },
      yes: { type: 'boolean' },
    });
    const form = [['token', token], ['action', 'accept'], ...row[1]] as const;

    const { status, body } = await ada.visit(pathOf(taskId), { form });

    expect(status).toBe(400);
    expect(body).toContain('This form was changed');
    expect(tasks.answered).toStrictEqual([]);
  });

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['files', 'multipart/form-data; boundary=x', '--x--', 415],
    ['another alphabet', 'application/x-www-form-urlencoded; charset=klingon', 'a=b', 415],
    ['more than 1 MiB', 'application/x-www-form-urlencoded', `f0=${'x'.repeat(1_100_000)}`, 413],
  ])('of %s is refused', async (...row) => {
    const [, type, form, expected] = row;
    const { ada, taskId } = await openQuestion();

    const { status, headers } = await ada.visit(pathOf(taskId), {
      form,
      headers: { 'content-type': type },
    });

    expect(status).toBe(expected);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('a cancellation', () => {
  it('takes a form about that task, and comes too late for one that has ended', async () => {
    const { create, browser, tasks } = await serve();
    const [one, two] = [await create(), await create()];
    const ada = browser();
    const token = await ada.tokenOf(`/inbox/tasks/${one}/cancel`);
    const cancel = async (taskId: string) =>
      (await ada.visit(`/inbox/tasks/${taskId}/cancel`, { form: { token } })).status;

    expect(await cancel(two)).toBe(403);
    expect(tasks.cancelled).toStrictEqual([]);
    expect(await cancel(one)).toBe(303);
    tasks.settle(one, { kind: 'cancelled' });
    expect(await cancel(one)).toBe(409);
    expect(tasks.cancelled).toMatchObject([{ taskId: one }]);
  });

  it('is noted on the next page', async () => {
    const { create, browser } = await serve();
    const path = `/inbox/tasks/${await create()}/cancel`;
    const ada = browser();
    const { headers } = await ada.visit(path, { form: { token: await ada.tokenOf(path) } });

    const { body } = await ada.visit(headers.location ?? '');
    expect(body).toContain('The task was asked to stop.');
  });
});
