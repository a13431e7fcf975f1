import { isRecord } from '../value/is-record.js';

/** Keywords whose members are schemas by name. */
const NAMED_SCHEMAS: readonly PropertyKey[] = [
  'patternProperties',
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
];
/** Keywords whose value is a schema, and those with a list of schemas. */
const SCHEMAS: readonly PropertyKey[] = [
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'items', 'contains'],
  ...['unevaluatedItems', 'not', 'if', 'then', 'else', 'contentSchema'],
];
const LISTS: readonly PropertyKey[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
/** Keywords that hold values, not schemas. */
const VALUES = [
  'const',
  'default',
  'enum',
  'example',
  'examples',
  'required',
  'type',
  'dependentRequired',
];

export interface LocatedSchema {
  readonly path: readonly PropertyKey[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Returns true if a path inside a schema leads to a schema, and not to the data of an unknown keyword. */
export function leadsToSchema([keyword, ...rest]: LocatedSchema['path']): boolean {
  if (keyword === undefined) return true;
  if (SCHEMAS.includes(keyword)) return leadsToSchema(rest);
  return [...LISTS, ...NAMED_SCHEMAS].includes(keyword) && leadsToSchema(rest.slice(1));
}

/**
 * Returns a JSON Schema and all schemas inside it, each before its own parts. A schema that is parsed from JSON or YAML
 * does not contain itself.
 */
export function walkSchema(schema: unknown, path: readonly PropertyKey[]): LocatedSchema[] {
  if (Array.isArray(schema)) {
    return schema.flatMap((member, index) => walkSchema(member, [...path, index]));
  }
  if (!isRecord(schema)) return [];
  const inner = Object.entries(schema).flatMap(([keyword, value]): LocatedSchema[] => {
    const place = [...path, keyword];
    if (VALUES.includes(keyword)) return [];
    if (!NAMED_SCHEMAS.includes(keyword) || !isRecord(value)) return walkSchema(value, place);
    return Object.entries(value).flatMap(([name, member]) => walkSchema(member, [...place, name]));
  });
  return [{ path, schema }, ...inner];
}
