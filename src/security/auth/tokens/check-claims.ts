import { type Claims, readClaim } from '../../../core/person/claims.js';

import { refuseClaim } from './refused-claim.js';
import { TokenRejected } from './token-verdict.js';

/** The last second of the year 9999. A larger number is not in seconds. */
const LAST_SECOND = 253_402_300_799;

export interface ClaimChecks {
  /** Accepted values of `aud`. */
  readonly audiences: ReadonlySet<string>;
  readonly clockToleranceMs: number;
  readonly nowMs: number;
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** @throws {TokenRejected} If the claim exists, but is not a valid time. */
function readTimeMs(claims: Claims, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= LAST_SECOND) return value * 1000;
  throw refuseClaim(name, value, 'seconds since 1970');
}

function checkAudience({ aud }: Claims, audiences: ReadonlySet<string>): void {
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (named.some((audience) => typeof audience === 'string' && audiences.has(audience))) return;
  throw refuseClaim('aud', aud, [...audiences]);
}

/**
 * @returns The end of their validity in milliseconds since the epoch, with the tolerance.
 * @throws {TokenRejected} With the first violation.
 */
export function checkClaims(
  claims: Claims,
  { audiences, clockToleranceMs, nowMs }: ClaimChecks,
): number {
  checkAudience(claims, audiences);
  const expiresAtMs = readTimeMs(claims, 'exp');
  if (expiresAtMs === undefined) throw refuseClaim('exp', undefined, 'a time in the future');
  const untilMs = expiresAtMs + clockToleranceMs;
  if (nowMs >= untilMs) {
    throw refuseClaim('exp', toTime(expiresAtMs), `later than ${toTime(nowMs - clockToleranceMs)}`);
  }
  for (const name of ['nbf', 'iat'] as const) {
    const fromMs = readTimeMs(claims, name);
    if (fromMs === undefined || fromMs <= nowMs + clockToleranceMs) continue;
    throw refuseClaim(name, toTime(fromMs), `no later than ${toTime(nowMs + clockToleranceMs)}`);
  }
  if (claims['cnf'] !== undefined) {
    throw new TokenRejected('It is bound to a key ("cnf"), which cannot be checked here');
  }
  return untilMs;
}

/** Reads scopes from claims. Each claim is a text with blanks between scopes, or a list. */
export function readScopes(claims: Claims, names: readonly string[]): string[] {
  const all = names.flatMap((name) => {
    const value = readClaim(claims, name);
    if (typeof value === 'string') return value.split(' ');
    return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : [];
  });
  return [...new Set(all.filter((scope) => scope !== ''))];
}
