import type { VerifyToken } from '../core/auth-settings.js';

import { readScopes } from './check-claims.js';
import { TokenRejected, type TokenVerifier, VerifierUnavailable } from './token-verdict.js';

const TIMEOUT_MS = 5_000;

async function inTime<T>(working: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`"verifyToken" has taken ${TIMEOUT_MS} ms`));
    }, TIMEOUT_MS);
  });
  return Promise.race([working, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** Verifies what no other way recognizes, by a function that is given. */
export function createOwnVerifier(
  verifyToken: VerifyToken,
  { scopeClaims }: { readonly scopeClaims: readonly string[] },
): TokenVerifier {
  return {
    recognizes: () => true,
    async verify(token) {
      let found: Awaited<ReturnType<VerifyToken>>;
      try {
        found = await inTime(Promise.resolve(verifyToken(token)));
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
