/** All scopes that a scope implies, through any number of steps. */
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

/** Scopes of the tools that a message calls, each once. */
export function joinScopes(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
