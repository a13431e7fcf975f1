/** The schemas inside a schema, and which of them may fail only when they are compiled. */
import { isRecord } from '../../core/value/is-record.js';

import { compilePattern } from './linear-pattern.js';

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

/** A schema, or a schema inside it, with its path. */
export interface LocatedSchema {
  readonly path: readonly PropertyKey[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/**
 * Returns a JSON Schema and all schemas inside it. A schema that is parsed from JSON or YAML does not contain itself.
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

/** `$ref`, `$id`, `$anchor` and the like: their names may be missing or duplicate. */
const NAMELESS: readonly string[] = ['$schema', '$comment', '$defs'];

/** Returns true if any part of a schema refers to another one, or has a name. */
export function hasReferences(root: unknown): boolean {
  return walkSchema(root, []).some(({ schema }) =>
    Object.keys(schema).some((keyword) => keyword.startsWith('$') && !NAMELESS.includes(keyword)),
  );
}

function isSound(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Returns true if all patterns of a schema compile. */
export function hasSoundPatterns(root: unknown): boolean {
  return walkSchema(root, []).every(({ schema: { pattern, patternProperties } }) => {
    const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    return [...(typeof pattern === 'string' ? [pattern] : []), ...names].every(isSound);
  });
}
