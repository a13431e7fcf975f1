import { describe, expect, it } from '@jest/globals';

import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';

const revoked = new Set<string>();
const there = withProtectedServer({
  auth: () =>
    'scopes: [tasks:use], tokens: [{ sha256: "' + 'a'.repeat(64) + '", principal: nobody }]',
  hooks: {
    verifyToken: async (token) => {
      if (token === 'broken') throw new Error('The data base is down');
      if (token === 'slow') return new Promise(() => undefined);
      const known = token.startsWith('ok-') && !revoked.has(token);
      return Promise.resolve(
        known ? { claims: { user: token }, scopes: ['tasks:use'] } : undefined,
      );
    },
    toPrincipal: ({ user }) => String(user),
  },
});

describe('tokens that a function verifies', () => {
  it('are taken and refused as it says', async () => {
    const { send25 } = there();

    expect(await send25('ok-ada', LIST)).toHaveProperty('status', 200);
    expect(await send25('other', LIST)).toHaveProperty('status', 401);

    revoked.add('ok-ada');

    expect(await send25('ok-ada', LIST)).toHaveProperty('status', 401);
  });

  it('cannot be told of when it fails, or takes too long', async () => {
    const { send25 } = there();

    expect(await send25('broken', LIST)).toHaveProperty('status', 503);
    expect(await send25('slow', LIST)).toHaveProperty('status', 503);
  });

  it('come without a place to get them, where no issuer is configured', async () => {
    const { send25, url } = there();
    const { headers } = await send25(undefined, LIST);
    const metadata = await fetch(new URL('/.well-known/oauth-protected-resource', url));

    expect(headers.get('www-authenticate')).toBe('Bearer scope="tasks:use"');
    expect(metadata.status).toBe(404);
  });
});
