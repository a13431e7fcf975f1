import type { ToPrincipal } from '../../core/person/auth-settings.js';
import { type Claims, readClaim } from '../../core/person/claims.js';
import { CLIENT_LIMITS } from '../../core/value/client-limits.js';

import { refuseClaim } from './tokens/refused-claim.js';
import { type CheckedToken, TokenRejected } from './tokens/token-verdict.js';

/** Temporal refuses queries with some of these characters, and people cannot see them. */
const CONTROL = /\p{Cc}/u;
const TEXT = 'a text without control characters';

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !CONTROL.test(value) ? value : undefined;
}

/**
 * Returns the ID of a machine client: its token has no subject, or its own ID as subject. Its names have the prefix
 * `client`, since a user may have the same name.
 */
function machineOf(claims: Claims): string | undefined {
  const client = asText(claims['client_id']) ?? asText(claims['azp']);
  const subject = asText(claims['sub']);
  return subject === undefined || subject === client ? client : undefined;
}

/**
 * Refuses names that are not texts. Otherwise the number 5 and the text "5" would be one principal, and other types
 * would count as missing.
 */
function checkNames(claims: Claims): void {
  for (const name of ['sub', 'client_id', 'azp']) {
    if (claims[name] === undefined || asText(claims[name]) !== undefined) continue;
    throw refuseClaim(name, claims[name], TEXT);
  }
}

function namesOf(claims: Claims, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const value = readClaim(claims, name);
    const text = asText(value);
    if (text !== undefined) return text;
    throw refuseClaim(name, value, TEXT);
  });
}

export interface PrincipalOptions {
  /** Names of the claims that identify a principal, together with the issuer. */
  readonly principal: readonly string[];
  readonly toPrincipal?: ToPrincipal | undefined;
}

function nameOf(claims: Claims, { principal, toPrincipal }: PrincipalOptions): readonly unknown[] {
  if (toPrincipal) {
    const name = asText(toPrincipal(claims));
    if (name === undefined) throw new TokenRejected(`"toPrincipal" names nobody by ${TEXT}`);
    return ['own', name];
  }
  const issuer = claims['iss'] ?? null;
  checkNames(claims);
  const machine = machineOf(claims);
  if (machine === undefined) return [issuer, 'user', ...namesOf(claims, principal)];
  const others = principal.filter((name) => name !== 'sub');
  return [issuer, 'client', machine, ...namesOf(claims, others)];
}

/**
 * The owner of a bearer's tasks. Different names always make different owners.
 *
 * @throws {TokenRejected} If the claims name no principal.
 */
export function toOwner({ claims, principal }: CheckedToken, options: PrincipalOptions): string {
  const owner = principal ?? JSON.stringify(nameOf(claims, options));
  const { most } = CLIENT_LIMITS.principal;
  if (owner.length <= most) return owner;
  throw new TokenRejected(`The name of its owner is longer than ${most} characters`);
}
