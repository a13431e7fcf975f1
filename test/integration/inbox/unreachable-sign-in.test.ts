/** The sign-in of the inbox while the issuer does not answer. */
import type { ServerResponse } from 'node:http';

import { describe, expect, it } from '@jest/globals';

import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { eventually } from '../../support/eventually.js';
import { inboxOf } from '../../support/inbox/inbox-steps.js';
import { withPassingTime } from '../../support/passing-time.js';

const AT_ONCE = 10;
/** Time for which the outcome of a fetch counts. */
const PAUSE_MS = 31_000;
const HOUR_MS = 60 * 60_000;

const letPass = withPassingTime();
const there = withProtectedServer({ inbox: { enabled: true } });

async function statusOf(): Promise<number> {
  const { home } = inboxOf(there().url);
  return (await fetch(`${home}/sign-in`, { redirect: 'manual' })).status;
}

describe('signing in', () => {
  it('asks a silent issuer once for everybody, and not again for half a minute', async () => {
    const { issuer } = there();
    const open: ServerResponse[] = [];
    issuer.answerAll = (_request, response) => void open.push(response);
    const waiting = Promise.all(Array.from({ length: AT_ONCE }, statusOf));
    await eventually('the issuer is asked', () => open.length > 0);

    expect(new Set(await waiting)).toStrictEqual(new Set([502]));
    await eventually('the issuer was asked in both ways', () => open.at(1)?.closed);
    expect(await Promise.all(Array.from({ length: AT_ONCE }, statusOf))).not.toContain(303);
    expect(open).toHaveLength(2);

    issuer.answerAll = undefined;
    letPass(PAUSE_MS);

    expect(await statusOf()).toBe(303);
  });

  it('goes on at once with what the issuer has told, while it is silent', async () => {
    const { issuer } = there();
    expect(await statusOf()).toBe(303);
    const open: ServerResponse[] = [];
    issuer.answerAll = (_request, response) => void open.push(response);
    letPass(2 * HOUR_MS);

    expect(await Promise.all(Array.from({ length: AT_ONCE }, statusOf))).not.toContain(502);
    await eventually('the issuer is asked', () => open.length > 0);
    expect(open.map(({ closed }) => closed)).toStrictEqual([false]);
  });
});
