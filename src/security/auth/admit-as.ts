/** Decides about a given caller by the rules of a gate, without a running gate. */
import type { Claims } from '../../core/person/claims.js';

import { readScopes } from './check-claims.js';
import {
  createEntryCheck,
  type EntryCheck,
  type EntryCheckOptions,
  type Entry,
} from './entry-check.js';
import { readToken } from './tokens/read-token.js';
import { type CheckedToken, TokenRejected } from './tokens/token-verdict.js';

/** A caller, given as a token or as claims. */
export type Credentials =
  | { readonly token: string }
  /** Claims, used without verification. Default of `scopes`: the scopes in the claims. */
  | { readonly claims: Claims; readonly scopes?: readonly string[] | undefined };

/** The verified token and the gate's decision. */
export interface Entered {
  readonly checked: CheckedToken;
  readonly entry: Entry;
}

/** Treats claims like those of a token. If they have no issuer, the only configured issuer is added. */
function toChecked(
  { claims, scopes }: Extract<Credentials, { readonly claims: Claims }>,
  { settings: { issuers, scopeClaims } }: EntryCheckOptions,
): CheckedToken {
  const [first, ...others] = issuers;
  const issuer = first && others.length === 0 ? { iss: first.issuer } : {};
  const whole = { ...issuer, ...claims };
  return { claims: whole, scopes: scopes ?? readScopes(whole, scopeClaims), untilMs: Infinity };
}

/** @throws {TokenRejected | VerifierUnavailable} If a gate would refuse the token. */
async function verify(entryCheck: EntryCheck, token: string): Promise<CheckedToken> {
  const read = readToken({ authorization: [`Bearer ${token}`], hasQueryToken: false });
  if (read.kind === 'token') return entryCheck.verify(read.token);
  throw new TokenRejected('It has characters that no token has, or too many of them');
}

/**
 * Decides about a caller as a gate would.
 *
 * @throws {TokenRejected | VerifierUnavailable} If a gate would refuse the token.
 */
export async function admitAs(
  credentials: Credentials,
  options: EntryCheckOptions,
): Promise<Entered> {
  const entryCheck = createEntryCheck(options);
  const checked =
    'token' in credentials
      ? await verify(entryCheck, credentials.token)
      : toChecked(credentials, options);
  return { checked, entry: entryCheck.admit(checked) };
}
