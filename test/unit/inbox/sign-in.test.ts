/** Sign-ins to inboxes at several addresses, with an authorization server that lets everybody in. */
import { randomBytes } from 'node:crypto';

import { afterAll, describe, expect, it, jest } from '@jest/globals';

import type { PrincipalLimits } from '../../../src/core/person/limits.js';
import type { InboxOptions } from '../../../src/inbox/create-inbox.js';
import { createSealer } from '../../../src/security/sealing/create-sealer.js';
import { startCodeIssuer } from '../../support/auth/code-issuer.js';
import {
  asks,
  type FakeBrowser,
  findToken,
  withInboxes,
} from '../../support/inbox/with-inboxes.js';
import { createTestGate, type WholeAnswer } from '../../support/serve-app.js';

const issuer = await startCodeIssuer('good-ada');
const serve = withInboxes();

afterAll(async () => {
  await issuer.close();
});

const ROOT = 'http://127.0.0.1:1/';
const HOUR_MS = 60 * 60_000;
/** Fake timers would stop the sockets. */
const ALL_BUT_DATE = [
  ...([
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
  ] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const BELOW = 'http://127.0.0.1:1/ops/inbox';

/** Serves an inbox whose pages people open at a URL, as behind a proxy. */
async function serveAt(
  url: string,
  { limits, ...more }: Partial<InboxOptions> & { readonly limits?: PrincipalLimits } = {},
) {
  const signIn = { issuer: issuer.issuer, clientId: 'inbox', baseline: [], resource: 'x' };
  return serve({ url, signIn, ...more }, { gate: createTestGate(), ...(limits && { limits }) });
}

/** Signs in, and returns the answer that leads to the page after the sign-in. */
async function signIn(browser: FakeBrowser, to?: string): Promise<WholeAnswer> {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`;
  const begun = await browser.visit(`/inbox/sign-in${query}`);
  const state = new URL(begun.headers.location ?? '').searchParams.get('state') ?? '';
  return browser.visit(`/inbox/signed-in?code=a&state=${state}`);
}

/** The address to which a browser goes from a page of the inbox. */
function follow(url: string, { headers }: WholeAnswer): string {
  return new URL(headers.location ?? 'none:', `${url.replace(/\/$/, '')}/signed-in?code=a`).href;
}

describe.each([
  ['at the root of a host', ROOT],
  ['below the root of a host', BELOW],
])('an inbox %s', (...[, url]) => {
  const base = url.replace(/\/$/, '');

  it.each([
    'https://evil.example/',
    '//evil.example/x',
    '/.//evil.example/x',
    '/..//evil.example/x',
    '/%2e//evil.example/x',
    '/inbox/..//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'http://[',
    '',
    '.',
  ])('is where a sign-in ends that was to end at %j', async (to) => {
    const { browser } = await serveAt(url);

    expect(follow(url, await signIn(browser(), to))).toBe(url);
  });

  it('is where a sign-in without another address ends', async () => {
    const { browser } = await serveAt(url);

    expect(follow(url, await signIn(browser()))).toBe(url);
  });

  it('takes people from its sign-in to the page that they have asked for', async () => {
    const { browser, create } = await serveAt(url);
    const taskId = await create({}, 'good-ada');
    const ada = browser();
    const { status, body } = await ada.visit(`/inbox/tasks/${taskId}?x=1`);
    const [, link = ''] = /href="([^"]*sign-in[^"]*)"/.exec(body) ?? [];
    const to = new URL(link, url).searchParams.get('to') ?? undefined;

    expect(status).toBe(401);
    expect(follow(url, await signIn(ada, to))).toBe(`${base}/tasks/${taskId}?x=1`);
  });

  it('takes people from their answer to the task, and to nobody else', async () => {
    const { browser, create } = await serveAt(url);
    const taskId = await create(asks(), 'good-ada');
    const ada = browser();
    await signIn(ada);
    const { body } = await ada.visit(`/inbox/tasks/${taskId}`);
    const action = /<form method="post" action="([^"]*questions[^"]*)"/.exec(body)?.[1] ?? '';
    const { href } = new URL(action, url);
    const sent = await ada.visit(`/inbox${href.slice(base.length)}`, {
      form: { token: findToken(body), action: 'decline' },
      headers: { origin: new URL(url).origin },
    });

    expect(follow(url, sent).split('?done=')[0]).toBe(`${base}/tasks/${taskId}`);
  });

  it('has links into itself only, whatever path is asked for', async () => {
    const { browser } = await serveAt(url);
    for (const path of ['', '/', '//evil.example/', '/tasks/x', '/.//evil.example/']) {
      const { body } = await browser().visit(`/inbox${path}`);
      const page = `${base}/tasks/x`;
      const [, home = 'none:'] = /<a href="([^"]*)" class="home"/.exec(body) ?? [];
      expect(new URL(home, page).href).toBe(url);
      for (const [, address = ''] of body.matchAll(/(?:href|src|action)="([^"#]*)"/g)) {
        expect(new URL(address, page).href).toMatch(new RegExp(`^${base}(/|$|\\?)`));
      }
    }
  });
});

describe('two inboxes under one host name', () => {
  it('have a session each in one browser', async () => {
    const billing = await serveAt('https://tasks.example/billing/inbox');
    const orders = await serveAt('https://tasks.example/orders/inbox', {
      sealer: createSealer(randomBytes(32)),
    });
    const [ada, atOrders] = [billing.browser(), orders.browser()];
    await signIn(ada);
    await signIn(atOrders);
    // Browsers send all cookies of a host, and the later one of two with the same name.
    for (const [name, value] of atOrders.cookies) ada.cookies.set(name, value);

    expect((await ada.visit('/inbox')).status).toBe(200);
  });

  it('have a session each at two ports of this machine', async () => {
    const [one, other] = [(await serve()).browser(), (await serve()).browser()];
    await one.visit('/inbox');
    await other.visit('/inbox');

    expect([...one.cookies.keys()]).not.toStrictEqual([...other.cookies.keys()]);
  });
});

it('a session ends after 8 hours, though its token lives for a day and the browser keeps the cookie', async () => {
  const ofDays = await startCodeIssuer('good-ada', (24 * HOUR_MS) / 1_000);
  const options = { issuer: ofDays.issuer, clientId: 'inbox', baseline: [], resource: 'x' };
  const { browser } = await serveAt(ROOT, { signIn: options });
  const ada = browser();
  const { headers } = await signIn(ada);
  const beganMs = Date.now();
  const statusAfter = async (hours: number): Promise<number | undefined> => {
    jest.useFakeTimers({ now: beganMs + hours * HOUR_MS, doNotFake: [...ALL_BUT_DATE] });
    return (await ada.visit('/inbox')).status;
  };

  try {
    expect(headers['set-cookie']?.join()).toContain(`Max-Age=${(8 * HOUR_MS) / 1_000}`);
    expect(await statusAfter(7.9)).toBe(200);
    expect(await statusAfter(8.1)).toBe(401);
  } finally {
    jest.useRealTimers();
    await ofDays.close();
  }
});

describe('a flood of requests without a session', () => {
  const limits = { requestsPerMinute: 3 };

  it('of icons shuts no page', async () => {
    const { browser } = await serveAt(BELOW, { limits });
    for (let sent = 0; sent < 9; sent += 1) await browser().visit('/inbox/icon.svg');

    expect((await browser().visit('/inbox')).status).toBe(401);
    expect((await browser().visit('/inbox/sign-in')).status).toBe(303);
  });

  it('of pages shuts neither the sign-in, nor the pages of those who have signed in', async () => {
    const { browser } = await serveAt(BELOW, { limits });
    for (let sent = 0; sent < 9; sent += 1) await browser().visit('/inbox');
    const { status, body } = await browser().visit('/inbox');
    const ada = browser();

    expect(status).toBe(429);
    expect(body).toContain('href="/ops/inbox/sign-in?to=%2Fops%2Finbox"');
    expect((await signIn(ada)).status).toBe(303);
    expect((await ada.visit('/inbox')).status).toBe(200);
  });

  it('of sign-ins is refused', async () => {
    const { browser } = await serveAt(BELOW, { limits });
    for (let sent = 0; sent < 3; sent += 1) await browser().visit('/inbox/sign-in');
    const { status, headers } = await browser().visit('/inbox/sign-in');

    expect([status, Number(headers['retry-after']) > 0]).toStrictEqual([429, true]);
  });
});
