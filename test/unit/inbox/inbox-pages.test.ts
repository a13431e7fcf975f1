import { describe, expect, it } from '@jest/globals';

import { toQuestionLinkId } from '../../../src/core/question/inbox-link.js';
import { asks, withInboxes } from '../../support/inbox/with-inboxes.js';
import { createTestGate } from '../../support/serve-app.js';

const serve = withInboxes();
const EVIL = `"><script>hit()</script><img src=x onerror=hit()>'`;

describe('every page', () => {
  it('comes with a policy that lets nothing in, and holds no code', async () => {
    const { create, browser, tasks } = await serve({ name: EVIL });
    const taskId = await create(
      asks({ [EVIL]: { type: 'string', title: EVIL } }, { message: EVIL }),
    );
    const ended = await create({
      statusMessage: EVIL,
      progress: { progress: 1, total: 2, message: EVIL },
    });
    const link = { type: 'resource_link', uri: 'javascript:hit()', name: EVIL };
    const content = [
      { type: 'text', text: EVIL },
      link,
      { type: 'image', data: 'AA==', mimeType: EVIL },
    ];
    tasks.settle(ended, {
      kind: 'result',
      result: { content, structuredContent: { [EVIL]: EVIL } },
    });
    const failed = await create();
    tasks.settle(failed, { kind: 'error', error: { code: -1, message: EVIL } });
    const ada = browser();
    const question = toQuestionLinkId({ taskId, key: 'one' });
    const paths = [
      '',
      '/tasks',
      `/tasks/${taskId}`,
      `/tasks/${ended}`,
      `/tasks/${failed}`,
      `/tasks/${taskId}/cancel`,
      `/questions/${question}`,
      '/tasks/none',
      '/nothing',
    ];
    for (const path of paths) {
      const { headers, body } = await ada.visit(`/inbox${path}`);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toMatch(/<img|<script>|<style|<\w[^<>]*\s(on\w+|style)=|href="javascript/i);
      expect(body.match(/<script/g)).toHaveLength(1);
    }
  });

  it('is shown with what this server has, and nothing else', async () => {
    const { browser } = await serve();
    const { body } = await browser().visit('/inbox');
    const addresses = [...body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
      ([, address]) => address ?? '',
    );

    for (const address of addresses) {
      expect(address).toMatch(/^\/inbox/);
      expect((await browser().visit(address)).status).toBe(200);
    }
    expect((await browser().visit('/inbox/page.js')).headers['content-type']).toContain(
      'javascript',
    );
  });

  it.each([
    ['POST', '/inbox', 405],
    ['PUT', '/inbox/tasks/task-1', 405],
    ['DELETE', '/inbox/tasks/task-1', 405],
    ['GET', '/inbox/sign-out', 405],
    ['GET', '/inbox/tasks/%2e%2e%2f', 404],
    ['GET', '/inbox/questions/abc', 404],
    ['GET', '/inbox/sign-in', 404],
    ['GET', '/inbox/page.js.map', 404],
    ['GET', '/inboxes', 404],
  ])('is the only one: %s %s gives %i', async (...row) => {
    const [method, path, expected] = row;
    const { browser } = await serve();

    expect((await browser().visit(path, { method })).status).toBe(expected);
  });

  it('is for this machine alone where nobody signs in', async () => {
    const { browser } = await serve();

    expect((await browser().visit('/inbox', { headers: { host: 'evil.example' } })).status).toBe(
      403,
    );
  });
});

describe('a session', () => {
  it('is in a cookie for this server alone, over HTTP and behind TLS', async () => {
    const [http, tls] = [
      await serve(),
      await serve({ url: 'https://tasks.example.com/ops/inbox' }),
    ];
    const [one] = (await http.browser().visit('/inbox')).headers['set-cookie'] ?? [];
    const [other] = (await tls.browser().visit('/inbox')).headers['set-cookie'] ?? [];

    expect(one).toMatch(
      /^mcp-inbox-[\da-f]{12}=[\w.-]+; Path=\/inbox; HttpOnly; SameSite=Lax; Max-Age=28800$/,
    );
    expect(other).toMatch(
      /^__Host-mcp-inbox-[\da-f]{12}=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; /,
    );
    expect((await tls.browser().visit('/inbox')).body).toContain('href="/ops/inbox/style.css"');
  });

  it('takes forms of the public address alone', async () => {
    const { create, browser, tasks } = await serve({ url: 'https://tasks.example.com/inbox' });
    const path = `/inbox/tasks/${await create()}/cancel`;
    const ada = browser();
    const token = await ada.tokenOf(path);

    expect((await ada.visit(path, { form: { token } })).status).toBe(403);
    expect(tasks.cancelled).toStrictEqual([]);
  });

  it('that somebody has made up is none', async () => {
    const url = 'http://127.0.0.1:1/inbox';
    const open = (await serve({ url })).browser();
    await open.visit('/inbox');
    const [cookie = 'none'] = open.cookies.keys();
    const { browser } = await serve({ url }, { gate: createTestGate() });
    const { status, body } = await browser().visit('/inbox', {
      headers: { cookie: `${cookie}=good`, authorization: 'Bearer good' },
    });

    expect(status).toBe(401);
    expect(body).toContain('Sign in');
  });
});
