import type { ToolAccess } from '../core/person/claims.js';
import type { Approvers } from '../core/question/approvers.js';
import type { Manifest } from '../manifest/manifest.js';

type Guarded = ToolAccess & { readonly approvers?: Approvers };

/** Tools with `scopes`, `allow` or `approvers`, which have no effect without tokens. */
export function findRestrictedTools({ tools, actions }: Manifest): readonly string[] {
  const all = new Map<string, Guarded>([...tools, ...(actions ?? [])]);
  return [...all]
    .filter(([, { allow, approvers, scopes = [] }]) => allow ?? approvers ?? scopes.length > 0)
    .map(([name]) => name);
}
