/**
 * Reads a member of an object from outside. Names come from manifests and may be those of inherited members
 * (`toString`, `constructor`).
 *
 * @returns `undefined` for a missing member.
 */
export function ownMember(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The members of a value that are not `undefined`, so that they can be spread over others. */
export type Given<T extends object> = { [K in keyof T]: Exclude<T[K], undefined> };

export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as Given<T>;
}

/** Copies an object without some of its members. */
export function withoutMembers<T extends object, Name extends keyof T>(
  value: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const kept = Object.entries(value).filter(
    ([name]) => !names.some((omission) => omission === name),
  );
  return Object.fromEntries(kept) as Omit<T, Name>;
}
