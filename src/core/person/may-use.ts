import type { Caller } from './caller.js';
import { meetsRules, type ToolAccess } from './claims.js';
import { LOCAL_OWNER } from './owner.js';

/** Whether a tool is there for somebody. The local user, who is not authenticated, has all of them. */
export function mayUse({ allow }: ToolAccess, { owner, claims }: Caller): boolean {
  if (!allow || owner === LOCAL_OWNER) return true;
  return claims !== undefined && meetsRules(allow, claims);
}
