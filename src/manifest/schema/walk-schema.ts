import { isRecord } from '../../core/value/is-record.js';

/** Keywords whose members are schemas by name. */
const NAMED_SCHEMAS = [
  'patternProperties',
  'properties',
  '$defs',
  'definitions',
  'dependentSchemas',
];
/** Keywords that hold values, not schemas. */
const VALUES = ['const', 'default', 'enum', 'examples', 'required', 'type', 'dependentRequired'];

/** A schema, or one inside it, and where it is. */
export interface LocatedSchema {
  readonly path: readonly PropertyKey[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A JSON Schema and all schemas inside it. One that is parsed from JSON or YAML is no circle. */
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
