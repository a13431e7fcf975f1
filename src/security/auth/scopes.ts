import type { CallAccess } from '../../core/person/claims.js';
import type { Grant } from '../../core/person/gate.js';
import { mayUse } from '../../core/person/may-use.js';

/** Scopes and rules of tools, by name. A tool that is not in the map has none. */
export type AccessByTool = ReadonlyMap<string, CallAccess>;

/** The scopes that a request needs and lacks, or `undefined` if it lacks none. A challenge names all needed scopes. */
export function findLacking(
  { caller, scopes }: Grant,
  called: readonly string[],
  { scopes: baseline, tools }: { readonly scopes: readonly string[]; readonly tools: AccessByTool },
): { readonly needed: readonly string[]; readonly missing: readonly string[] } | undefined {
  const ofTools = called
    .map((name) => tools.get(name))
    // A hidden tool needs no scopes: a challenge would reveal it.
    .filter((tool) => tool !== undefined && mayUse(tool, caller))
    .map((tool) => tool?.scopes ?? []);
  const needed = joinScopes(baseline, ...ofTools);
  const missing = needed.filter((scope) => !scopes.has(scope));
  return missing.length === 0 ? undefined : { needed, missing };
}

/** Returns the granted scopes and all scopes that they imply, through any number of steps. */
export function expandScopes(
  granted: readonly string[],
  implies: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<string> {
  const all = new Set(granted);
  // Items that are added to a set during iteration are visited, too.
  for (const scope of all) {
    if (!Object.hasOwn(implies, scope)) continue;
    for (const implied of implies[scope] ?? []) all.add(implied);
  }
  return all;
}

/** Joins lists of scopes, without duplicates. */
function joinScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
