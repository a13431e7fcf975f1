/** What a field of a form offers for choice, in every spelling that MCP has or had. */
import { isRecord } from '../value/is-record.js';

/** Something to choose. */
export interface FormChoice {
  readonly value: string;
  /** The value itself, where it is called by nothing else. */
  readonly title: string;
}

/** A choice as it is written, whatever it may be. */
interface WrittenChoice {
  readonly value: unknown;
  readonly title: unknown;
}

/**
 * The choices of a schema as they are written: `enum`, `enum` with `enumNames`, and `oneOf` or `anyOf` with titles. `undefined`
 * when it offers none, and none at all where there is something else than a list.
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

/** What people may choose from in a field, a list of choices or one of them; `undefined` when it offers nothing. */
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
