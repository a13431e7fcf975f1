/** The caller as texts and expressions of a manifest see it: `$caller.name`, `$caller.claims.email`. */
import type { Caller } from './caller.js';
import { LOCAL_OWNER, toCallerName } from './owner.js';
import { type Principal, PrincipalKind } from './principal.js';
import { toPrincipal } from './to-principal.js';

type CallerRoot = Readonly<Record<string, unknown>>;

export function toCallerRoot(by: Caller): CallerRoot {
  return { ...toPrincipal(by), name: toCallerName(by) };
}

/** The owner's name as the gate has made it, of the facts that a task keeps. */
function toOwner({ kind, issuer, subject }: Principal): string {
  switch (kind) {
    case PrincipalKind.local:
      return LOCAL_OWNER;
    case PrincipalKind.own:
      return subject;
    case PrincipalKind.static:
      return JSON.stringify([kind, subject]);
    case PrincipalKind.user:
    case PrincipalKind.client:
      return JSON.stringify([issuer ?? null, kind, subject]);
  }
}

/** The owner of a task that is read later. `undefined`: it was not recorded. */
export function toOwnerRoot(principal: Principal | undefined): CallerRoot | undefined {
  return principal && { ...principal, name: toCallerName({ owner: toOwner(principal) }) };
}
