import { isRecord } from '../value/is-record.js';

export interface FormChoice {
  readonly value: string;
  /** The title; without one, the value. */
  readonly title: string;
}

/** A choice as written in a schema, unchecked. */
interface WrittenChoice {
  readonly value: unknown;
  readonly title: unknown;
}

/**
 * The choices of a schema as written: `enum`, `enum` with `enumNames`, and `oneOf` or `anyOf` with titles.
 * `undefined` without choices; empty if the keyword has no list.
 */
export function readWrittenChoices(
  schema: Readonly<Record<string, unknown>>,
): readonly WrittenChoice[] | undefined {
  const values = schema['enum'] ?? undefined;
  if (values !== undefined) {
    const { enumNames } = schema;
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    if (!Array.isArray(values)) return [];
    return values.map((value: unknown, index) => ({ value, title: names[index] }));
  }
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (titled === undefined) return undefined;
  if (!Array.isArray(titled)) return [];
  return titled.map((choice: unknown) => {
    const { const: value, title } = isRecord(choice) ? choice : {};
    return { value, title };
  });
}

/** The choices of a field or of a list of choices; `undefined` if it has none. */
export function toFormChoices(
  field: Readonly<Record<string, unknown>>,
): readonly FormChoice[] | undefined {
  const { type, items } = field;
  const schema = type === 'array' ? (isRecord(items) ? items : {}) : field;
  return readWrittenChoices(schema)?.flatMap(({ value, title }) => {
    if (typeof value !== 'string') return [];
    return [{ value, title: typeof title === 'string' && title !== '' ? title : value }];
  });
}
