import { type Claims, readClaim } from '../../../core/person/claims.js';

import { TokenRejected } from './token-verdict.js';

/** The last second of the year 9999. A larger number is not in seconds. */
const LAST_SECOND = 253_402_300_799;
const MAX_QUOTE_LENGTH = 300;

export interface ClaimChecks {
  /** Accepted values of `aud`. */
  readonly audiences: ReadonlySet<string>;
  readonly clockToleranceMs: number;
  readonly nowMs: number;
}

/** Quotes a claim for the log, cut to 300 characters. */
export function toQuote(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, MAX_QUOTE_LENGTH);
}

/** @throws {TokenRejected} If the claim exists, but is not a valid time. */
function readTimeMs(claims: Claims, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = claims[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= LAST_SECOND) return value * 1000;
  throw new TokenRejected(`"${name}" is no time`);
}

function checkAudience({ aud }: Claims, audiences: ReadonlySet<string>): void {
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (named.some((one) => typeof one === 'string' && audiences.has(one))) return;
  throw new TokenRejected(`"aud" is ${toQuote(aud)}`);
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
  if (expiresAtMs === undefined) throw new TokenRejected('"exp" is missing');
  const untilMs = expiresAtMs + clockToleranceMs;
  if (nowMs >= untilMs) throw new TokenRejected('It has expired');
  for (const name of ['nbf', 'iat'] as const) {
    const fromMs = readTimeMs(claims, name);
    if (fromMs === undefined || fromMs <= nowMs + clockToleranceMs) continue;
    throw new TokenRejected(`"${name}" is ${Math.round((fromMs - nowMs) / 1000)} s ahead`);
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
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  });
  return [...new Set(all.filter((scope) => scope !== ''))];
}
