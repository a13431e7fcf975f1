import { createHash, timingSafeEqual } from 'node:crypto';

import type { Logger } from '../../../core/logger.js';
import type {
  AuthSettings,
  IssuerSettings,
  StaticTokenSettings,
  VerifyToken,
} from '../../../core/person/auth-settings.js';
import { inTime } from '../../../core/value/in-time.js';

import { readScopes } from './check-claims.js';
import { IssuerKeys } from './issuer-keys.js';
import { createJwtVerifier } from './jwt-verifier.js';
import { TokenRejected, type TokenVerifier, VerifierUnavailable } from './token-verdict.js';

export interface VerifiersOptions {
  readonly verifyToken?: VerifyToken | undefined;
  readonly logger?: Logger | undefined;
}

/** The hash replaces the token, which is never kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Verifies configured tokens, of which only hashes are known. Comparisons take the same time for every token. */
function createStaticTokens(tokens: readonly StaticTokenSettings[]): TokenVerifier {
  const hashed = tokens.map((token) => ({ token, hash: Buffer.from(token.sha256, 'hex') }));
  const find = (text: string): StaticTokenSettings | undefined => {
    const hash = Buffer.from(hashToken(text), 'hex');
    let match: StaticTokenSettings | undefined;
    for (const known of hashed) if (timingSafeEqual(known.hash, hash)) match = known.token;
    return match;
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

const CUSTOM_TIMEOUT_MS = 5_000;

function refuseLate(): never {
  throw new Error(`"verifyToken" has taken ${CUSTOM_TIMEOUT_MS} ms`);
}

/** Verifies tokens that no other verifier recognizes, with the application's `verifyToken`. */
function createCustomVerifier(
  verifyToken: VerifyToken,
  { scopeClaims }: { readonly scopeClaims: readonly string[] },
): TokenVerifier {
  return {
    recognizes: () => true,
    async verify(token) {
      let verified: Awaited<ReturnType<VerifyToken>>;
      try {
        verified = await inTime(Promise.resolve(verifyToken(token)), CUSTOM_TIMEOUT_MS, refuseLate);
      } catch (cause) {
        throw new VerifierUnavailable('"verifyToken" has failed', { cause });
      }
      if (!verified) throw new TokenRejected('"verifyToken" does not know it');
      const { claims, scopes = readScopes(claims, scopeClaims), expiresAtMs } = verified;
      const { exp } = claims;
      const untilMs = expiresAtMs ?? (typeof exp === 'number' ? exp * 1000 : Infinity);
      if (!(Date.now() < untilMs)) throw new TokenRejected('It has expired');
      return { claims, scopes, untilMs };
    },
  };
}

/** Accepted values of `aud`. They match exactly, except for a slash at the end. */
function toAudiences(
  { audiences }: IssuerSettings,
  resource: string | undefined,
): ReadonlySet<string> {
  const named = [...(resource === undefined ? [] : [resource]), ...audiences];
  return new Set(
    named.flatMap((name) => [name, name.endsWith('/') ? name.slice(0, -1) : `${name}/`]),
  );
}

/** Makes the verifiers of the settings. The first verifier that recognizes a token decides about it. */
export function createVerifiers(
  { resource, issuers, tokens, scopeClaims, clockToleranceMs }: AuthSettings,
  { verifyToken, logger }: VerifiersOptions,
): readonly TokenVerifier[] {
  const checks = { scopeClaims, clockToleranceMs };
  const trusted = issuers.map((issuer) => ({
    ...issuer,
    audiences: toAudiences(issuer, resource),
    keys: new IssuerKeys({ issuer: issuer.issuer, jwksUri: issuer.jwksUri, logger }),
  }));
  return [
    ...(tokens.length > 0 ? [createStaticTokens(tokens)] : []),
    ...(trusted.length > 0 ? [createJwtVerifier({ issuers: trusted, ...checks })] : []),
    ...(verifyToken ? [createCustomVerifier(verifyToken, checks)] : []),
  ];
}
