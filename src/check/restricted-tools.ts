import type { ToolAccess } from '../definition/tool/access.js';
import type { Manifest } from '../manifest/manifest.js';

/** Tools with `scopes`, `allow` or `approvers`, which have no effect without tokens. */
export function findRestrictedTools({ tools, actions }: Manifest): readonly string[] {
  const all = [...tools, ...(actions ?? [])].map(
    ([name, { access }]): [string, Partial<ToolAccess>] => [name, access],
  );
  return all
    .filter(([, { allow, approvers, scopes = [] }]) => allow ?? approvers ?? scopes.length > 0)
    .map(([name]) => name);
}
