/** Forms as pydantic, dataclasses and generators write them, as the flat forms of MCP, without loss. */
import { isRecord } from '../value/is-record.js';
import { followReference } from '../value/json-pointer.js';
import { takeMeantValue } from '../value/meant-value.js';
import { withoutMembers } from '../value/members.js';

import { findMisfit } from './elicitation-schema.js';
import { readWrittenChoices } from './form-choices.js';

type Schema = Readonly<Record<string, unknown>>;

/** Bounds references that lead to each other. */
const MAX_STEPS = 16;

const isNull = (choice: unknown): boolean => isRecord(choice) && choice['type'] === 'null';

/** A schema of one part, or of one part and `null`, is that part: a field that is left out has no value. */
function onlyPart(field: Schema, keyword: string): unknown {
  const parts = field[keyword];
  if (!Array.isArray(parts)) return undefined;
  const others: readonly unknown[] = parts.filter((part) => !isNull(part));
  return others.length === 1 && (keyword === 'allOf' || others.length < parts.length)
    ? others[0]
    : undefined;
}

/** Takes one step towards a plain field. Returns the same field if there is none to take. */
function simplify(field: Schema, form: unknown): Schema {
  const found = followReference(form, field['$ref']);
  if (isRecord(found)) return { ...found, ...withoutMembers(field, '$ref') };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const part = onlyPart(field, keyword);
    if (isRecord(part)) return { ...part, ...withoutMembers(field, keyword) };
  }
  const { type, enum: values } = field;
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null');
    if (types.length === 1) return { ...field, type: types[0] as unknown };
  }
  return Array.isArray(values) && values.includes(null)
    ? { ...field, enum: values.filter((value) => value !== null) }
    : field;
}

function typeOfValues(values: readonly unknown[]): string | undefined {
  const types = new Set(values.map((value) => typeof value));
  const [type = ''] = types;
  if (types.size !== 1 || !['string', 'number', 'boolean'].includes(type)) return undefined;
  return values.every((value) => Number.isInteger(value)) ? 'integer' : type;
}

/** Writes a choice as MCP does: `enum` of texts, or `oneOf` with titles. Choices of other types are only judged. */
function withPlainChoices(field: Schema): Schema {
  const { const: only } = field;
  if (only !== undefined)
    return withPlainChoices({ ...withoutMembers(field, 'const'), enum: [only] });
  const values = readWrittenChoices(field)?.map(({ value }) => value);
  if (!values || values.includes(undefined)) return field;
  const { type = typeOfValues(values), anyOf, oneOf = anyOf } = field;
  const titled = field['enum'] === undefined;
  if (type !== 'string') return { ...withoutMembers(field, 'anyOf', 'oneOf'), type, enum: values };
  return titled ? { ...withoutMembers(field, 'anyOf'), type, oneOf } : { ...field, type };
}

function withoutMisfitDefault(field: Schema): Schema {
  const { default: filled } = field;
  if (filled === undefined || findMisfit(field, filled) === undefined) return field;
  return withoutMembers(field, 'default');
}

function toPlainField(written: unknown, form: unknown): unknown {
  if (!isRecord(written)) return written;
  let field = written;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = simplify(field, form);
    if (next === field) break;
    field = next;
  }
  if (field['type'] !== 'array') return withoutMisfitDefault(withPlainChoices(field));
  const { items } = field;
  return withoutMisfitDefault({ ...field, items: toPlainItems(toPlainField(items, form)) });
}

/** The choices of a list: MCP writes titled ones as `anyOf`. */
function toPlainItems(items: unknown): unknown {
  if (!isRecord(items) || items['oneOf'] === undefined) return items;
  const { oneOf, ...others } = items;
  return { ...others, anyOf: oneOf };
}

/** PHP writes an empty list as `{}` if it is told to write objects. */
function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Returns the form with its references followed, types filled in, and `null` as "left out". */
export function toPlainForm(form: Schema): Schema {
  const { type = 'object', required } = form;
  const properties = takeMeantValue(form['properties'] ?? {}, ['object']);
  if (type !== 'object' || !isRecord(properties)) return form;
  const foreign = isEmptyObject(required) ? (['required'] as const) : [];
  const others = withoutMembers(form, '$defs', 'definitions', ...foreign);
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, toPlainField(field, form)] as const,
  );
  return { ...others, type, properties: Object.fromEntries(fields) };
}
