/** People sign in to the inbox at a real authorization server, the same that their MCP clients have their tokens of. */
import { afterAll, afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';

import { asOwner } from '../../../src/core/task/viewer.js';
import type { ToolDefinition } from '../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { startRealIssuer } from '../../support/auth/real-issuer.js';
import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import {
  describeWithBrowser,
  expectAccessible,
  takePicture,
  withBrowser,
} from '../../support/inbox/browser.js';
import { inboxOf, toForm } from '../../support/inbox/inbox-steps.js';
import { fillInLogin, registerInbox, signIn } from '../../support/inbox/sign-in-steps.js';
import { toCreateRequest } from '../../support/with-tasks.js';

const issuer = await startRealIssuer(['tasks:use', 'openid']);

/** A tool whose questions Bob alone may answer. */
const APPROVED =
  'pay: { title: Pay an invoice, workflow: askByContract, input: { type: object }, access: { approvers: { subjects: [ bob ], owner: false, showArguments: true } } }';

const there = withProtectedServer({
  worker: true,
  auth: () => `issuers: [{ issuer: "${issuer.issuer}" }], clockTolerance: 1ms, scopes: [tasks:use]`,
  inbox: async (resource) => registerInbox(issuer.issuer, resource),
  tools: APPROVED,
});
const open = withBrowser();
const inbox = () => inboxOf(there().url);

afterEach(() => {
  issuer.tokens.ttlSeconds = 300;
});
afterAll(async () => {
  await issuer.close();
});

/** Starts a task in somebody's name, which asks. */
async function ask(login: string, message: string, properties: Record<string, object> = {}) {
  const owner = JSON.stringify([issuer.issuer, 'user', login]);
  const { tasks, create } = there().given;
  const requests = { one: toForm(message, properties) };
  const { taskId } = await create('ask_by_contract', { requests }, { owner });
  await eventually(
    'it asks',
    async () => (await tasks.get(asOwner({ owner }), taskId)).questions[0],
  );
  return { taskId, read: async () => tasks.get(asOwner({ owner }), taskId) };
}

/** The same of a task whose questions its owner may not answer. */
async function askForApproval(login: string, message: string) {
  const { tasks, taskQueue, terminateLater } = there().given;
  const owner = JSON.stringify([issuer.issuer, 'user', login]);
  const { tools } = parseManifest(
    `{ defaults: { workflow: { taskQueue: ${taskQueue} } }, tools: { ${APPROVED} } }`,
  );
  const tool = (name: string): ToolDefinition => {
    const found = tools.get(name);
    if (found) return found;
    throw new Error(`There is no tool ${name}.`);
  };
  const input = { requests: { one: toForm(message) } };
  const { taskId } = await createOwned(tasks, await toCreateRequest({ tool, owner }, 'pay', input));
  terminateLater(taskId);
  return taskId;
}

const textOf = async (page: Page): Promise<string> => page.locator('main').innerText();

describeWithBrowser('somebody who signs in', () => {
  it('gets to where they wanted to go, and sees what is theirs alone', async () => {
    const [ada, bob] = [await open(), await open()];
    const { taskId, read } = await ask('ada', 'Only for Ada?');
    await ask('bob', 'Only for Bob?');
    await ada.page.goto(inbox().question(taskId, 'one'));
    await expectAccessible(ada.page);
    await signIn(ada.page, 'ada');
    expect(await textOf(ada.page)).toContain('Only for Ada?');
    await bob.page.goto(inbox().home);
    await signIn(bob.page, 'bob');

    expect(await textOf(bob.page)).toContain('Only for Bob?');
    expect(await textOf(bob.page)).not.toContain('Ada');
    for (const where of ['question', 'task'] as const) {
      const foreign = await bob.page.goto(inbox()[where](taskId, 'one'));
      const seen = await textOf(bob.page);
      const unknown = await bob.page.goto(inbox()[where](`${taskId.slice(0, -4)}aaaa`, 'one'));
      expect([foreign?.status(), unknown?.status()]).toStrictEqual([404, 404]);
      expect(await textOf(bob.page)).toBe(seen);
    }
    await ada.page.getByRole('button', { name: 'Accept' }).click();
    await ada.page.getByText('Your answer was sent.').waitFor();
    expect(await read()).toMatchObject({ phase: 'succeeded' });
    expect([...ada.complaints, ...bob.complaints]).toStrictEqual([]);
  });

  it('has a session in a cookie that no script sees, that MCP does not take, and that signing out removes', async () => {
    const { page, context } = await open();
    await page.goto(inbox().home);
    await signIn(page, 'ada');
    const mine = (await context.cookies()).filter(({ name }) => name.startsWith('mcp-inbox'));

    expect(mine).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/inbox' }]);
    expect(await page.evaluate('document.cookie')).toBe('');
    const response = await fetch(there().url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: mine.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([response.status, response.headers.get('set-cookie')]).toStrictEqual([401, null]);

    // A page that refuses the request still knows the visitor.
    expect((await page.goto(`${inbox().home}/decide`))?.status()).toBe(405);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out').waitFor();
    await expectAccessible(page);
    await page.goto(inbox().home);
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1);
    expect(
      (await context.cookies()).filter(({ name }) => name.startsWith('mcp-inbox')),
    ).toStrictEqual([]);
  });

  it('loses the session with its token, and nothing that was filled in', async () => {
    const { page, context } = await open();
    const fields = { view: { type: 'string', title: 'View' } };
    const { taskId, read } = await ask('ada', 'Your view?', fields);
    issuer.tokens.ttlSeconds = 5;
    await page.goto(inbox().question(taskId, 'one'));
    await signIn(page, 'ada');
    await page.getByRole('textbox', { name: 'View' }).fill('It is "fine" <b>');
    await eventually(
      'the session has ended',
      async () => (await page.request.get(page.url())).status() === 401,
    );
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('nothing was sent').waitFor();
    await expectAccessible(page);
    issuer.tokens.ttlSeconds = 300;
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in, in another tab' }).click(),
    ]);
    // The authorization server still knows who it is.
    await again.getByText('Nothing is waiting').or(again.getByText('Your view?')).first().waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('This page was out of date.').waitFor();

    expect(await page.getByRole('textbox', { name: 'View' }).inputValue()).toBe('It is "fine" <b>');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was sent.').waitFor();
    expect(await read()).toMatchObject({
      outcome: {
        result: { structuredContent: { one: { content: { view: 'It is "fine" <b>' } } } },
      },
    });
  });

  it('answers for others where the tool says so, who see that and may not themselves', async () => {
    const [ada, bob] = [await open(), await open()];
    const taskId = await askForApproval('ada', 'Pay 4,200 EUR?');
    await ada.page.goto(inbox().task(taskId));
    await signIn(ada.page, 'ada');
    await ada.page.getByText(/Waits for .*, since .*: Pay 4,200 EUR\?/).waitFor();
    await ada.page.goto(inbox().question(taskId, 'one'));
    expect(await textOf(ada.page)).toContain('You may not answer this question');
    await ada.page.goto(inbox().task(taskId));
    await bob.page.goto(inbox().home);
    await signIn(bob.page, 'bob');
    await expectAccessible(bob.page);
    await takePicture(bob.page, 'inbox-approvals');
    await bob.page.getByRole('link', { name: 'Pay 4,200 EUR?' }).click();

    expect(await textOf(bob.page)).toMatch(/Called by\s+ada\b/);
    expect(await bob.page.getByRole('link', { name: 'Show the whole task' }).count()).toBe(0);
    await expectAccessible(bob.page);
    expect((await bob.page.goto(inbox().task(taskId)))?.status()).toBe(404);
    await bob.page.goto(inbox().question(taskId, 'one'));
    await bob.page.getByRole('button', { name: 'Accept' }).click();
    await bob.page.getByText('Your answer was sent.').waitFor();
    await ada.page.getByText('Completed', { exact: true }).first().waitFor();
    expect(await textOf(ada.page)).toContain('"subject": "bob"');
  });

  it('is led nowhere else by a link that says so', async () => {
    const { page } = await open();
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/mcp',
      '/inbox/../mcp',
      'javascript:1',
    ]) {
      await page.goto(`${inbox().home}/sign-in?${new URLSearchParams({ to }).toString()}`);
      if (page.url().startsWith(issuer.issuer)) await fillInLogin(page, 'ada');
      expect(page.url()).toBe(inbox().home);
    }
  });

  it('comes back without having begun, and is told so', async () => {
    const { page } = await open();
    const answer = await page.goto(`${inbox().home}/signed-in?code=abc&state=def`);

    expect(answer?.status()).toBe(400);
    expect(await textOf(page)).toContain('The sign-in did not finish');
    await expectAccessible(page);
  });
});
