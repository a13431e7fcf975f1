import type { VerifyToken } from '../../../core/person/auth-settings.js';
import { inTime } from '../../../core/value/in-time.js';

import { readScopes } from './check-claims.js';
import { TokenRejected, type TokenVerifier, VerifierUnavailable } from './token-verdict.js';

const TIMEOUT_MS = 5_000;

function late(): never {
  throw new Error(`"verifyToken" has taken ${TIMEOUT_MS} ms`);
}

/** Verifies tokens that no other verifier recognizes, with the application's `verifyToken`. */
export function createCustomVerifier(
  verifyToken: VerifyToken,
  { scopeClaims }: { readonly scopeClaims: readonly string[] },
): TokenVerifier {
  return {
    recognizes: () => true,
    async verify(token) {
      let found: Awaited<ReturnType<VerifyToken>>;
      try {
        found = await inTime(Promise.resolve(verifyToken(token)), TIMEOUT_MS, late);
      } catch (cause) {
        throw new VerifierUnavailable('"verifyToken" has failed', { cause });
      }
      if (!found) throw new TokenRejected('"verifyToken" does not know it');
      const { claims, scopes = readScopes(claims, scopeClaims), expiresAtMs } = found;
      const { exp } = claims;
      const untilMs = expiresAtMs ?? (typeof exp === 'number' ? exp * 1000 : Infinity);
      if (!(Date.now() < untilMs)) throw new TokenRejected('It has expired');
      return { claims, scopes, untilMs };
    },
  };
}
