import { createHash, randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const STATIC_TOKEN = 'c3RhdGljIHRva2VuIG9mIGEgYm90';

const there = withProtectedServer({
  auth: ({ issuer }) => `
    issuers: [{ issuer: "${issuer}" }],
    tokens: [{ sha256: ${createHash('sha256').update(STATIC_TOKEN).digest('hex')}, principal: bot, grants: [tasks:use] }],
    scopes: [tasks:use]`,
});

async function statusesOf(token: string): Promise<readonly number[]> {
  const { send25, send26 } = there();
  return [(await send25(token, LIST)).status, (await send26(token, 'tools/list')).status];
}

describe('a static token', () => {
  verifies(['A-051'], 'is known by its hash, and nothing that is like it', async () => {
    expect(await statusesOf(STATIC_TOKEN)).toStrictEqual([200, 200]);
    expect(await statusesOf(`${STATIC_TOKEN}x`)).toStrictEqual([401, 401]);
    expect(await statusesOf(createHash('sha256').update(STATIC_TOKEN).digest('hex'))).toStrictEqual(
      [401, 401],
    );
  });
});

describe('an opaque token', () => {
  it('is refused', async () => {
    expect(await statusesOf(randomUUID())).toStrictEqual([401, 401]);
  });
});
