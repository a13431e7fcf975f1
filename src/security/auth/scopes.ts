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
export function joinScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
