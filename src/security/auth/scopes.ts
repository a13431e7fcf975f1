/** What a scope grants besides itself, through any number of steps. */
export function expandScopes(
  granted: readonly string[],
  implies: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<string> {
  const all = new Set(granted);
  // A set that grows while it is walked is walked to its end.
  for (const scope of all) {
    if (!Object.hasOwn(implies, scope)) continue;
    for (const implied of implies[scope] ?? []) all.add(implied);
  }
  return all;
}

/** What a call of the tools in a message needs, each scope once. */
export function joinScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
