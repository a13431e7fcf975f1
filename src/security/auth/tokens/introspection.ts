import { LRUCache } from 'lru-cache';

import type { IntrospectionSettings } from '../../../core/person/auth-settings.js';
import { checkClaims, readScopes, toQuote } from '../check-claims.js';

import { fetchJson } from './fetch-json.js';
import { isJwt } from './jwt-verifier.js';
import { hashToken } from './token-hash.js';
import {
  type CheckedToken,
  TokenRejected,
  type TokenVerifier,
  VerifierUnavailable,
} from './token-verdict.js';

/** Time for which an answer is cached, in milliseconds. A revoked token may stay valid for this long. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** Maximum number of concurrent introspections. Further callers get 503 with `Retry-After`. */
const MAX_UNDER_WAY = 100;

export interface IntrospectionOptions extends IntrospectionSettings {
  readonly issuer: string;
  readonly audiences: ReadonlySet<string>;
  readonly scopeClaims: readonly string[];
  readonly clockToleranceMs: number;
}

type Answer =
  | { readonly holds: true; readonly token: CheckedToken }
  | { readonly holds: false; readonly reason: string };

/** Makes the header for HTTP Basic. ID and secret are form-encoded first (RFC 6749 §2.3.1). */
function toBasic(clientId: string, clientSecret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

async function ask(
  token: string,
  { endpoint, clientId, clientSecret, issuer, ...checks }: IntrospectionOptions,
): Promise<Answer> {
  const { active, ...claims } = await fetchJson(endpoint, {
    method: 'POST',
    headers: { authorization: toBasic(clientId, clientSecret) },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
  });
  try {
    if (active !== true) throw new TokenRejected('It is not active');
    if ((claims['iss'] ?? issuer) !== issuer) throw new TokenRejected('It is of another issuer');
    const type = claims['token_type'];
    if (typeof type === 'string' && !/^(bearer|access_token)$/i.test(type)) {
      throw new TokenRejected(`"token_type" is ${toQuote(type)}`);
    }
    const untilMs = checkClaims(claims, { ...checks, mustExpire: false, nowMs: Date.now() });
    const scopes = readScopes(claims, checks.scopeClaims);
    return { holds: true, token: { claims: { ...claims, iss: issuer }, scopes, untilMs } };
  } catch (error) {
    if (error instanceof TokenRejected) return { holds: false, reason: error.message };
    throw error;
  }
}

/** Verifies opaque tokens by asking the authorization server (RFC 7662). */
export function createIntrospection(options: IntrospectionOptions): TokenVerifier {
  const remembered = new LRUCache<string, Answer>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const underWay = new Map<string, Promise<Answer>>();

  const askOnce = async (token: string): Promise<Answer> => {
    const hash = hashToken(token);
    const known = remembered.get(hash);
    if (known) return known;
    const running = underWay.get(hash);
    if (running) return running;
    if (underWay.size >= MAX_UNDER_WAY) {
      throw new VerifierUnavailable('Too many tokens are being asked about');
    }
    const asking = ask(token, options).finally(() => underWay.delete(hash));
    underWay.set(hash, asking);
    const answer = await asking;
    remembered.set(hash, answer);
    return answer;
  };

  return {
    recognizes: (token) => !isJwt(token),
    async verify(token) {
      const answer = await askOnce(token);
      if (!answer.holds) throw new TokenRejected(answer.reason);
      if (Date.now() >= answer.token.untilMs) throw new TokenRejected('It has expired');
      return answer.token;
    },
  };
}
