import { looksLikeData } from '../check/looks-like-data.js';

import type { ValueShape } from './value-shape.js';

/** Objects with fewer different members in all are records, unless a name looks like data. */
const MIN_KEYS = 3;

/** The kinds of a value besides `null`. Whole numbers and decimals are one kind. */
function kindsOf(shape: ValueShape): string[] {
  const { booleans, integers, decimals, texts, arrays, objects } = shape;
  const counts = { boolean: booleans, number: integers + decimals, string: texts, arrays, objects };
  return Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
}

function toNames(shape: ValueShape): string {
  return [...shape.members.keys()].sort().join('\0');
}

function isUniform(members: readonly ValueShape[]): boolean {
  return new Set(members.flatMap(kindsOf)).size <= 1;
}

/** Returns true if all members are objects with the same members, like entries of a table. */
function isTable(members: readonly ValueShape[]): boolean {
  const [first] = members;
  if (!first || first.members.size === 0) return false;
  return members.every((member) => member.objects > 0 && toNames(member) === toNames(first));
}

/**
 * Returns true for objects whose member names are data: prices by article, limits by customer. One such name is
 * enough. If all names could be code, the objects are compared: records share their members, maps have different ones.
 */
export function isMap({ members, objects, isCut }: ValueShape): boolean {
  if (isCut) return true;
  if ([...members.keys()].some(looksLikeData)) return true;
  if (members.size < MIN_KEYS) return false;
  const shapes = [...members.values()];
  if (isTable(shapes)) return true;
  const isVaried = objects > 1 && shapes.every(({ count }) => count <= objects / 2);
  return isVaried && isUniform(shapes);
}
