/**
 * What an object from outside says under a name. Names come from manifests, and some of them (`toString`, `constructor`)
 * are those of members that every object has of JavaScript.
 *
 * @returns `undefined` where it says nothing.
 */
export function ownMember(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
