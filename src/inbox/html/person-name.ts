/** Names of people on pages. */
import type { Caller } from '../../core/person/caller.js';
import { toOwnerName } from '../../core/person/owner.js';
import { PrincipalKind } from '../../core/person/principal.js';
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import { toPrincipal } from '../../core/person/to-principal.js';

const NAME_CLAIMS = ['name', 'preferred_username', 'email'];

/** The name of a visitor on their own pages. */
export function toVisitorName({ owner, claims = {} }: Caller): string {
  const named = NAME_CLAIMS.map((claim) => claims[claim]).find(
    (name) => typeof name === 'string' && name !== '',
  );
  return typeof named === 'string' ? named : (toOwnerName(owner) ?? owner);
}

/** The short name of another person: their name, their e-mail address, or the name of their principal. */
export function toShortName({ kind, subject, displayName, email }: ShownPrincipal): string {
  if (kind === PrincipalKind.local) return 'somebody who has not signed in';
  const name = displayName ?? email ?? subject;
  return kind === PrincipalKind.client ? `the client ${name}` : name;
}

/**
 * All names of another person. The principal's name, which its issuer vouches for, is always among them: people may
 * be able to choose the others.
 *
 * @param hasSeveralIssuers The issuer is named, too, since names of different issuers may be equal.
 */
export function toFullName(person: ShownPrincipal, hasSeveralIssuers: boolean): string {
  const { subject, issuer, displayName, email } = person;
  const more = [displayName === undefined ? undefined : email, subject].filter(
    (name) => name !== undefined && name !== toShortName(person),
  );
  const certain = issuer === undefined || !hasSeveralIssuers ? more : [...more, issuer];
  const short = toShortName(person);
  return certain.length === 0 ? short : `${short} (${certain.join(', ')})`;
}

/** Returns true if the person is the visitor. */
export function isCaller(person: ShownPrincipal, caller: Caller): boolean {
  const { kind, issuer, subject } = toPrincipal(caller);
  return person.kind === kind && person.issuer === issuer && person.subject === subject;
}
