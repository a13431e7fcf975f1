import { isMap } from './map-members.js';
import { ValueShape } from './value-shape.js';

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * The use of a schema. An input schema lists everything that was seen, since arguments are refused before work begins.
 * An output schema allows missing members, `null` and fractions, since a misfit would fail finished work.
 */
export type SchemaUse = 'input' | 'output';

/** The merged shape of all members. */
function mergeMembers(shape: ValueShape): ValueShape {
  const merged = new ValueShape();
  for (const member of shape.members.values()) merged.merge(member);
  return merged;
}

function describeObject(shape: ValueShape, use: SchemaUse): Schema {
  if (shape.members.size === 0) return {};
  if (isMap(shape)) return { additionalProperties: toSchema(mergeMembers(shape), use) };
  const members = [...shape.members];
  const required = members.filter(([, { count }]) => count === shape.objects);
  return {
    ...(use === 'input' && required.length > 0 && { required: required.map(([name]) => name) }),
    properties: Object.fromEntries(members.map(([name, member]) => [name, toSchema(member, use)])),
  };
}

function typesOf(shape: ValueShape, use: SchemaUse): string[] {
  const number = shape.decimals > 0 || use === 'output' ? 'number' : 'integer';
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
export function toSchema(shape: ValueShape, use: SchemaUse): Schema {
  const types = typesOf(shape, use);
  // Values that were always null or missing show no type.
  if (types.length === 0) return {};
  const isNullable = use === 'output' || shape.nulls > 0;
  const type = isNullable ? [...types, 'null'] : types;
  const isInstant = use === 'input' && shape.texts > 0 && shape.instants === shape.texts;
  return {
    type: type.length === 1 ? type[0] : type,
    ...(isInstant && { format: 'date-time' }),
    ...(shape.elements && { items: toSchema(shape.elements, use) }),
    ...(shape.objects > 0 && describeObject(shape, use)),
  };
}

/** The schema of an object, as MCP requires it for inputs and outputs. */
export function toObjectSchema(shape: ValueShape, use: SchemaUse): Schema {
  return { ...toSchema(shape, use), type: 'object' };
}

/** Returns true if all seen values were objects. */
export function isAlwaysObject(shape: ValueShape): boolean {
  return shape.objects > 0 && shape.objects === shape.count;
}
