import { looksLikeData } from '../check/looks-like-data.js';

import { ValueShape } from './value-shape.js';

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
function isMap({ members, objects, isCut }: ValueShape): boolean {
  if (isCut) return true;
  if ([...members.keys()].some(looksLikeData)) return true;
  if (members.size < MIN_KEYS) return false;
  const shapes = [...members.values()];
  if (isTable(shapes)) return true;
  const isVaried = objects > 1 && shapes.every(({ count }) => count <= objects / 2);
  return isVaried && isUniform(shapes);
}

export type Schema = Readonly<Record<string, unknown>>;

function mergeMembers(shape: ValueShape): ValueShape {
  const merged = new ValueShape();
  for (const member of shape.members.values()) merged.merge(member);
  return merged;
}

function describeObject(shape: ValueShape): Schema {
  if (shape.members.size === 0) return {};
  if (isMap(shape)) return { additionalProperties: toSchema(mergeMembers(shape)) };
  const members = [...shape.members];
  const required = members.filter(([, { count }]) => count === shape.objects);
  return {
    required: required.length > 0 ? required.map(([name]) => name) : undefined,
    properties: Object.fromEntries(members.map(([name, member]) => [name, toSchema(member)])),
  };
}

function typesOf(shape: ValueShape): string[] {
  const number = shape.decimals > 0 ? 'number' : 'integer';
  return [
    ...(shape.booleans > 0 ? ['boolean'] : []),
    ...(shape.integers + shape.decimals > 0 ? [number] : []),
    ...(shape.texts > 0 ? ['string'] : []),
    ...(shape.arrays > 0 ? ['array'] : []),
    ...(shape.objects > 0 ? ['object'] : []),
  ];
}

/**
 * Makes the JSON Schema of the values in one place. The schema contains no values: no example, default, constant or
 * enumeration. Names of members that look like data are replaced by `additionalProperties`.
 */
export function toSchema(shape: ValueShape): Schema {
  const types = typesOf(shape);
  // Values that were always null or missing show no type.
  if (types.length === 0) return {};
  const type = shape.nulls > 0 ? [...types, 'null'] : types;
  const isInstant = shape.texts > 0 && shape.instants === shape.texts;
  return {
    type: type.length === 1 ? type[0] : type,
    format: isInstant ? 'date-time' : undefined,
    items: shape.arrays > 0 ? (shape.elements ? toSchema(shape.elements) : {}) : undefined,
    ...(shape.objects > 0 ? describeObject(shape) : undefined),
  };
}

export function isAlwaysObject(shape: ValueShape): boolean {
  return shape.objects > 0 && shape.objects === shape.count;
}
