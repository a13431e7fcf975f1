import { timingSafeEqual, createHash } from 'node:crypto';

import type { StaticTokenSettings } from '../../../core/person/auth-settings.js';

import { TokenRejected, type TokenVerifier } from './token-verdict.js';

/** The hash replaces the token, which is never kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Verifies configured tokens, of which only hashes are known. Comparisons take the same time for every token. */
export function createStaticTokens(tokens: readonly StaticTokenSettings[]): TokenVerifier {
  const known = tokens.map((token) => ({ token, hash: Buffer.from(token.sha256, 'hex') }));
  const find = (text: string): StaticTokenSettings | undefined => {
    const hash = Buffer.from(hashToken(text), 'hex');
    let found: StaticTokenSettings | undefined;
    for (const one of known) if (timingSafeEqual(one.hash, hash)) found = one.token;
    return found;
  };
  return {
    recognizes: (text) => find(text) !== undefined,
    async verify(text) {
      const token = find(text);
      if (!token) throw new TokenRejected('No such token is configured');
      const { principal, scopes, claims } = token;
      return Promise.resolve({
        claims: { ...claims, sub: principal },
        scopes,
        untilMs: Infinity,
        principal: JSON.stringify(['static', principal]),
      });
    },
  };
}
