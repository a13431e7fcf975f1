import type { Caller } from './caller.js';
import { meetsRules, type ToolAccess } from './claims.js';
import { LOCAL_OWNER } from './owner.js';

/** Returns true if the tool is visible to the caller. The local user, who is not authenticated, sees all tools. */
export function mayUse({ allow }: ToolAccess, { owner, claims }: Caller): boolean {
  if (!allow || owner === LOCAL_OWNER) return true;
  return claims !== undefined && meetsRules(allow, claims);
}
