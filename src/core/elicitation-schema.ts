/**
 * The restricted JSON Schema that a form may ask with (2025-11-25, Elicitation › Requested Schema): one flat
 * object of strings, numbers, booleans and choices. Checked here in plain code, because it runs in the Workflow
 * sandbox as well, where a schema compiler cannot.
 */
import type { Violation } from './errors.js';

/** What a form asks for. */
export interface ElicitationSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ElicitationField>>;
  readonly required?: readonly string[];
}

/** One field of a form. */
export interface ElicitationField {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly [keyword: string]: unknown;
}

/** What a person may fill in. */
export type ElicitedContent = Readonly<Record<string, string | number | boolean | string[]>>;

const FIELD_TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array'];
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  uri: (text) => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

/** The values of a choice, in any of the forms the revision has; `undefined` for a field that is none. */
function choicesOf(schema: Readonly<Record<string, unknown>>): string[] | undefined {
  if (isTextList(schema['enum'])) return schema['enum'];
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(titled)) return undefined;
  const values = titled.map((choice: unknown) => (isRecord(choice) ? choice['const'] : undefined));
  return isTextList(values) ? values : [];
}

function checkField(field: unknown): string | undefined {
  if (!isRecord(field)) return 'must be a schema of one field';
  const { type } = field;
  if (typeof type !== 'string' || !FIELD_TYPES.includes(type)) {
    return 'must be a string, number, integer, boolean or a choice: forms are flat';
  }
  if (type === 'array') {
    const { items } = field;
    const isChoice = isRecord(items) && (choicesOf(items)?.length ?? 0) > 0;
    return isChoice
      ? undefined
      : 'must list its choices under "items": other lists cannot be asked for';
  }
  if (type === 'string') {
    const choices = choicesOf(field);
    if (choices?.length === 0) return 'must give each choice a "const" that is a text';
    const { format } = field;
    if (format !== undefined && !(typeof format === 'string' && format in FORMATS)) {
      return `may have one of these formats only: ${Object.keys(FORMATS).join(', ')}`;
    }
  }
  return undefined;
}

/** Where a schema breaks the rules for forms. An empty list means that it may be asked with. */
export function checkElicitationSchema(schema: unknown): Violation[] {
  if (!isRecord(schema) || schema['type'] !== 'object' || !isRecord(schema['properties'])) {
    return [{ path: '', message: 'must be an object schema with "properties"' }];
  }
  const properties = schema['properties'];
  const violations = Object.entries(properties).flatMap(([name, field]) => {
    const message = checkField(field);
    return message === undefined ? [] : [{ path: `/properties/${name}`, message }];
  });
  const required = schema['required'] ?? [];
  if (!Array.isArray(required) || !required.every((name) => String(name) in properties)) {
    violations.push({ path: '/required', message: 'must name properties of the form' });
  }
  return violations;
}

function checkText(field: ElicitationField, value: string): string | undefined {
  const { minLength, maxLength, format } = field;
  const choices = choicesOf(field);
  if (choices && !choices.includes(value)) return `must be one of ${JSON.stringify(choices)}`;
  const { length } = Array.from(value);
  if (typeof minLength === 'number' && length < minLength) {
    return `must have at least ${minLength} characters`;
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return `must have at most ${maxLength} characters`;
  }
  const isOfFormat = typeof format === 'string' ? FORMATS[format] : undefined;
  return isOfFormat?.(value) === false ? `must be a valid ${String(format)}` : undefined;
}

function checkNumber(field: ElicitationField, value: number): string | undefined {
  const { type, minimum, maximum } = field;
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (typeof minimum === 'number' && value < minimum) return `must be at least ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${maximum}`;
  return undefined;
}

function checkChoices(field: ElicitationField, values: readonly unknown[]): string | undefined {
  const { items, minItems, maxItems } = field;
  const choices = isRecord(items) ? (choicesOf(items) ?? []) : [];
  if (!values.every((value) => typeof value === 'string' && choices.includes(value))) {
    return `must consist of ${JSON.stringify(choices)}`;
  }
  if (typeof minItems === 'number' && values.length < minItems)
    return `must have ${minItems} at least`;
  if (typeof maxItems === 'number' && values.length > maxItems)
    return `must have ${maxItems} at most`;
  return undefined;
}

function checkValue(field: ElicitationField, value: unknown): string | undefined {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? checkText(field, value) : 'must be a text';
    case 'number':
    case 'integer':
      return typeof value === 'number' ? checkNumber(field, value) : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'array':
      return Array.isArray(value) ? checkChoices(field, value) : 'must be a list';
  }
}

/** Where filled-in content breaks the form. Members that the form does not have are let through. */
export function checkElicitedContent(schema: ElicitationSchema, content: unknown): Violation[] {
  if (!isRecord(content)) return [{ path: '', message: 'must be an object' }];
  const missing = (schema.required ?? []).filter((name) => content[name] === undefined);
  const wrong = Object.entries(schema.properties).flatMap(([name, field]) => {
    const value = content[name];
    const message = value === undefined ? undefined : checkValue(field, value);
    return message === undefined ? [] : [{ path: `/${name}`, message }];
  });
  return [...missing.map((name) => ({ path: `/${name}`, message: 'is required' })), ...wrong];
}
