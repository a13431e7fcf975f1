import type { Caller } from './caller.js';
import { meetsRules, type CallAccess } from './claims.js';
import { LOCAL_OWNER } from './owner.js';

/** Returns true if a tool or an action is visible to the caller. The local user, who is not authenticated, sees all tools. */
export function mayUse({ allow }: CallAccess, { owner, claims }: Caller): boolean {
  if (!allow || owner === LOCAL_OWNER) return true;
  return claims !== undefined && meetsRules(allow, claims);
}
