import { describe, expect, it } from '@jest/globals';

import type { VerifiedToken, VerifyToken } from '../../../../../src/core/person/auth-settings.js';
import {
  createVerifiers,
  hashToken,
} from '../../../../../src/security/auth/tokens/create-verifiers.js';
import {
  type CheckedToken,
  TokenRejected,
  VerifierUnavailable,
} from '../../../../../src/security/auth/tokens/token-verdict.js';

const TOKENS = [
  {
    sha256: hashToken('one'),
    principal: 'ci',
    scopes: ['orders'],
    claims: { sub: 'eve', site: 'b' },
  },
  { sha256: hashToken('two'), principal: 'cd', scopes: [], claims: {} },
];

/** Asks the first verifier that recognizes a token, as the gate does. */
async function verify(token: string, verifyToken?: VerifyToken): Promise<CheckedToken | undefined> {
  const verifiers = createVerifiers(
    { issuers: [], tokens: TOKENS, scopeClaims: ['scope'], clockToleranceMs: 0 } as never,
    { verifyToken },
  );
  return verifiers.find(({ recognizes }) => recognizes(token))?.verify(token);
}

describe('a fixed token', () => {
  it('names its holder, whatever its claims say', async () => {
    expect(await verify('one')).toStrictEqual({
      claims: { sub: 'ci', site: 'b' },
      scopes: ['orders'],
      untilMs: Infinity,
      principal: '["static","ci"]',
    });
    expect((await verify('two'))?.principal).toBe('["static","cd"]');
  });

  it('of another text is nobody’s', async () => {
    expect(await verify('One')).toBeUndefined();
  });
});

describe('a token that the application verifies', () => {
  it('has the scopes of its claims, unless the application names others', async () => {
    const claims = { sub: 'ada', scope: 'orders refunds' };

    expect(await verify('x', async () => Promise.resolve({ claims }))).toMatchObject({
      scopes: ['orders', 'refunds'],
      untilMs: Infinity,
    });
    const narrower = await verify('x', async () => Promise.resolve({ claims, scopes: ['orders'] }));
    expect(narrower?.scopes).toStrictEqual(['orders']);
  });

  it.each<[string, () => VerifiedToken | undefined, Error]>([
    ['is unknown', () => undefined, new TokenRejected('"verifyToken" does not know it')],
    ['has expired', () => ({ claims: { exp: 1 } }), new TokenRejected('It has expired')],
    [
      'has expired by its answer, whatever its claims say',
      () => ({ claims: { exp: 9e9 }, expiresAtMs: Date.now() }),
      new TokenRejected('It has expired'),
    ],
    [
      'ends at no number',
      () => ({ claims: {}, expiresAtMs: NaN }),
      new TokenRejected('It has expired'),
    ],
    [
      'cannot be verified',
      () => {
        throw new Error('the database is down');
      },
      new VerifierUnavailable('"verifyToken" has failed'),
    ],
  ])('that %s is refused', async (_what, answer, refusal) => {
    const verdict = verify('x', async () => Promise.resolve().then(answer));

    await expect(verdict).rejects.toThrow(refusal.message);
    await expect(verdict).rejects.toBeInstanceOf(refusal.constructor);
  });
});
