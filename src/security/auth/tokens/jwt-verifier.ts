import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';

import type { IssuerSettings } from '../../../core/person/auth-settings.js';

import { checkClaims, readScopes } from './check-claims.js';
import type { IssuerKeys } from './issuer-keys.js';
import { refuseClaim } from './refused-claim.js';
import { type CheckedToken, TokenRejected, type TokenVerifier } from './token-verdict.js';

/** Types of access tokens (RFC 9068 §4). */
const ACCESS_TOKEN_TYPES: readonly string[] = ['at+jwt', 'application/at+jwt'];
/** Types that servers use which do not follow RFC 9068. Other types mark tokens for other purposes. */
const OTHER_TYPES: readonly string[] = ['jwt', 'application/jwt'];

export interface TrustedIssuer extends Pick<IssuerSettings, 'issuer' | 'algorithms' | 'strictTyp'> {
  readonly keys: Pick<IssuerKeys, 'find'>;
  readonly audiences: ReadonlySet<string>;
}

export interface JwtVerifierOptions {
  readonly issuers: readonly TrustedIssuer[];
  readonly scopeClaims: readonly string[];
  readonly clockToleranceMs: number;
}

/**
 * A header of JSON in which any member may have any type, since nothing is verified yet.
 *
 * @throws {TokenRejected} If the token is of another type, or its key cannot be looked up.
 */
function checkHeader({ typ, kid }: Readonly<Record<string, unknown>>, strictTyp: boolean): void {
  const types = [...ACCESS_TOKEN_TYPES, ...(strictTyp ? [] : OTHER_TYPES)];
  const isAbsent = typ === undefined || typ === null;
  const fits = isAbsent ? !strictTyp : typeof typ === 'string' && types.includes(typ.toLowerCase());
  if (!fits) throw refuseClaim('typ', typ, types);
  if (kid !== undefined && typeof kid !== 'string') throw refuseClaim('kid', kid, 'a string');
}

/** The issuer that a token claims, before its signature is verified; `undefined` if it is not a JWT. */
function readIssuer(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verifySignature(
  token: string,
  {
    header,
    issuer: { keys, algorithms, issuer, audiences },
    clockToleranceMs,
  }: {
    readonly header: ProtectedHeaderParameters;
    readonly issuer: TrustedIssuer;
    readonly clockToleranceMs: number;
  },
): Promise<JWTPayload> {
  const { alg } = header;
  // Checked before the keys: a token with a wrong algorithm must not cause a request to the issuer.
  if (alg === undefined || !algorithms.includes(alg)) {
    throw refuseClaim('alg', alg, algorithms);
  }
  let reason: unknown = new Error('The issuer has no usable key that fits');
  for await (const key of keys.find({ ...header, alg })) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [...algorithms],
        issuer,
        audience: [...audiences],
        requiredClaims: ['exp'],
        clockTolerance: clockToleranceMs / 1000,
      });
      return payload;
    } catch (error) {
      reason = error;
      const isOfClaim =
        error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
      // The signature is right, so this throws with what was seen and expected.
      if (isOfClaim) checkClaims(error.payload, { audiences, clockToleranceMs, nowMs: Date.now() });
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new TokenRejected('The signature or a claim is not valid', { cause: reason });
}

/** The error for a token of no configured issuer. It names the issuer that a JWT claims. */
export function refuseIssuer(token: string, issuers: readonly string[]): TokenRejected {
  if (issuers.length > 0 && isJwt(token)) return refuseClaim('iss', readIssuer(token), issuers);
  return new TokenRejected('The server has no issuer or fixed token for a token of this kind');
}

/** Returns true if a token has the form of a signed JWT: three parts, and the first part is a header. */
function isJwt(token: string): boolean {
  if (token.split('.').length !== 3) return false;
  try {
    return decodeProtectedHeader(token).alg !== undefined;
  } catch {
    return false;
  }
}

/** Verifies signed tokens of some issuers, each with its own keys and audiences (RFC 7519, RFC 9068). */
export function createJwtVerifier({
  issuers,
  scopeClaims,
  clockToleranceMs,
}: JwtVerifierOptions): TokenVerifier {
  const findIssuer = (token: string): TrustedIssuer | undefined => {
    const named = isJwt(token) ? readIssuer(token) : undefined;
    return issuers.find(({ issuer }) => issuer === named);
  };
  return {
    recognizes: (token) => findIssuer(token) !== undefined,
    async verify(token): Promise<CheckedToken> {
      const issuer = findIssuer(token);
      if (!issuer) throw refuseIssuer(token, []);
      const header = decodeProtectedHeader(token);
      checkHeader(header, issuer.strictTyp);
      const claims = await verifySignature(token, { header, issuer, clockToleranceMs });
      const untilMs = checkClaims(claims, {
        audiences: issuer.audiences,
        clockToleranceMs,
        nowMs: Date.now(),
      });
      return { claims, scopes: readScopes(claims, scopeClaims), untilMs };
    },
  };
}
