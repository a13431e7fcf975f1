import { isMap } from './map-members.js';
import { ValueShape } from './value-shape.js';

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
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
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
    ...(isInstant && { format: 'date-time' }),
    ...(shape.elements && { items: toSchema(shape.elements) }),
    ...(shape.objects > 0 && describeObject(shape)),
  };
}

export function isAlwaysObject(shape: ValueShape): boolean {
  return shape.objects > 0 && shape.objects === shape.count;
}
