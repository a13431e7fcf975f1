/**
 * Reads a member of an object from outside. Names come from manifests and may be those of inherited members
 * (`toString`, `constructor`).
 *
 * @returns `undefined` for a missing member.
 */
export function ownMember(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
