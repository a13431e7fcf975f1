/**
 * The restricted JSON Schema of forms (MCP, Elicitation › Requested Schema): one flat object of strings, numbers,
 * booleans and choices. Checked in plain code, because the Workflow sandbox forbids schema compilers.
 */
import type { Violation } from '../errors.js';
import { cutText } from '../value/cut-text.js';
import { isMultiple } from '../value/decimal.js';
import { isRecord } from '../value/is-record.js';
import { countOf, toDigits } from '../value/number-words.js';

import { readWrittenChoices } from './form-choices.js';
import { FORMAT_WORDS, TEXT_FORMATS } from './text-formats.js';

/** The schema of a form. */
export interface ElicitationSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ElicitationField>>;
  readonly required?: readonly string[] | undefined;
}

/** One field of a form: the revision's `PrimitiveSchemaDefinition`. */
export interface ElicitationField {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly [keyword: string]: unknown;
}

const COMMON_KEYWORDS = ['type', 'title', 'description', 'default'];

/** Allowed keywords of a field, by its type. Other keywords are refused, since clients would not enforce them. */
const KEYWORDS: Readonly<Record<ElicitationField['type'], readonly string[]>> = {
  string: [
    ...COMMON_KEYWORDS,
    ...['minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  ],
  number: [...COMMON_KEYWORDS, 'minimum', 'maximum'],
  integer: [...COMMON_KEYWORDS, 'minimum', 'maximum'],
  boolean: COMMON_KEYWORDS,
  array: [...COMMON_KEYWORDS, 'items', 'minItems', 'maxItems'],
};

const TEXT_KEYWORDS = ['title', 'description', 'format'];
const NUMBER_KEYWORDS = [
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
];

/** Maximum length of the listed choices in a message, in characters. */
const MAX_LISTED_LENGTH = 500;

export function isFieldType(type: unknown): type is ElicitationField['type'] {
  return typeof type === 'string' && Object.hasOwn(KEYWORDS, type);
}

function isFormat(format: unknown): format is string {
  return typeof format === 'string' && Object.hasOwn(TEXT_FORMATS, format);
}

export function isFieldKeyword(type: unknown, keyword: string, value: unknown): boolean {
  if (!isFieldType(type)) return COMMON_KEYWORDS.includes(keyword);
  return KEYWORDS[type].includes(keyword) && (keyword !== 'format' || isFormat(value));
}

/** The choices of a field, in any of MCP's forms. `undefined` for a field without choices, `[]` for an invalid list. */
function choicesOf(schema: Readonly<Record<string, unknown>>): string[] | undefined {
  const values = readWrittenChoices(schema)?.map(({ value }) => value);
  if (values === undefined) return undefined;
  return values.every((value) => typeof value === 'string') ? values : [];
}

function checkField(field: unknown): string | undefined {
  if (!isRecord(field)) return 'must be a schema of one field';
  const { type, format, items } = field;
  if (!isFieldType(type)) {
    return 'must be of type string, number, integer, boolean, or array for several choices: forms are flat';
  }
  if (format !== undefined && !isFormat(format)) {
    return `may have one of these formats only: ${Object.keys(TEXT_FORMATS).join(', ')}`;
  }
  const unknown = Object.keys(field).find((keyword) => !KEYWORDS[type].includes(keyword));
  if (unknown !== undefined)
    return `cannot have "${unknown}", which MCP does not allow for a ${type}`;
  const noText = TEXT_KEYWORDS.find(
    (keyword) => !['undefined', 'string'].includes(typeof field[keyword]),
  );
  if (noText !== undefined) return `must have a string as "${noText}"`;
  const noNumber = NUMBER_KEYWORDS.find(
    (keyword) => !['undefined', 'number', 'bigint'].includes(typeof field[keyword]),
  );
  if (noNumber !== undefined) return `must have a number as "${noNumber}"`;
  const choices =
    type === 'array' ? (choicesOf(isRecord(items) ? items : {}) ?? []) : choicesOf(field);
  if (choices?.length === 0) {
    return 'must list its choices, all of them strings, as "enum" or titled with "const"';
  }
  const problem =
    field['default'] === undefined ? undefined : checkValue({ ...field, type }, field['default']);
  return problem === undefined ? undefined : `has a default that ${problem}`;
}

export function checkElicitationSchema(schema: unknown): Violation[] {
  if (!isRecord(schema) || schema['type'] !== 'object' || !isRecord(schema['properties'])) {
    return [{ path: '', message: 'must be an object schema with "properties"' }];
  }
  const { properties, required = [] } = schema;
  const violations = Object.entries(properties).flatMap(([name, field]) => {
    const message = checkField(field);
    return message === undefined ? [] : [{ path: `/properties/${name}`, message }];
  });
  const lacks = (name: unknown): boolean =>
    typeof name !== 'string' || !Object.hasOwn(properties, name);
  const lacking: unknown = Array.isArray(required) ? required.find(lacks) : required;
  if (lacking !== undefined) {
    const which = typeof lacking === 'string' ? `, which has no "${lacking}"` : '';
    violations.push({ path: '/required', message: `must name properties of the form${which}` });
  }
  return violations;
}

function list(choices: readonly unknown[]): string {
  return cutText(JSON.stringify(choices), MAX_LISTED_LENGTH);
}

function checkText(field: ElicitationField, value: string): string | undefined {
  const { minLength, maxLength, format } = field;
  const choices = choicesOf(field);
  if (choices && !choices.includes(value)) return `must be one of ${list(choices)}`;
  const { length } = Array.from(value);
  if (typeof minLength === 'number' && length < minLength) {
    return `must have at least ${countOf(minLength, 'character')}`;
  }
  if (typeof maxLength === 'number' && length > maxLength) {
    return `must have at most ${countOf(maxLength, 'character')}`;
  }
  return isFormat(format) && TEXT_FORMATS[format]?.(value) === false
    ? `must be ${FORMAT_WORDS[format] ?? format}`
    : undefined;
}

/** Rules of numbers that MCP does not know. Answers are judged by them. */
function checkUnshownRules(field: ElicitationField, value: number): string | undefined {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = field;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return `must be more than ${toDigits(exclusiveMinimum)}`;
  }
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) {
    return `must be less than ${toDigits(exclusiveMaximum)}`;
  }
  return typeof multipleOf === 'number' && !isMultiple(value, multipleOf)
    ? `must be a multiple of ${toDigits(multipleOf)}`
    : undefined;
}

function checkNumber(field: ElicitationField, value: number): string | undefined {
  const { type, minimum, maximum } = field;
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (typeof minimum === 'number' && value < minimum)
    return `must be at least ${toDigits(minimum)}`;
  if (typeof maximum === 'number' && value > maximum) return `must be at most ${toDigits(maximum)}`;
  return checkUnshownRules(field, value);
}

function checkChoices(field: ElicitationField, values: readonly unknown[]): string | undefined {
  const { items, minItems, maxItems, uniqueItems } = field;
  const choices = isRecord(items) ? (choicesOf(items) ?? []) : [];
  if (typeof minItems === 'number' && values.length < minItems) {
    return `must have at least ${countOf(minItems, 'choice')}`;
  }
  if (typeof maxItems === 'number' && values.length > maxItems) {
    return `must have at most ${countOf(maxItems, 'choice')}`;
  }
  if (uniqueItems === true && new Set(values).size < values.length) {
    return 'must not have a choice twice';
  }
  const choiceSet = new Set<unknown>(choices);
  return values.every((value) => choiceSet.has(value))
    ? undefined
    : `must consist of ${list(choices)}`;
}

/** Choices of numbers or of a yes or no, which MCP does not know. */
function checkUnshownChoices(
  { type, enum: values }: ElicitationField,
  value: unknown,
): string | undefined {
  if (type === 'string' || !Array.isArray(values) || values.includes(value)) return undefined;
  return `must be one of ${list(values)}`;
}

function checkValue(field: ElicitationField, value: unknown): string | undefined {
  return checkType(field, value) ?? checkUnshownChoices(field, value);
}

/** Says in words why a value does not fit a field. `undefined`: it fits, or this is no field of a form. */
export function findMisfit(
  field: Readonly<Record<string, unknown>>,
  value: unknown,
): string | undefined {
  const { type } = field;
  return isFieldType(type) ? checkValue({ ...field, type }, value) : undefined;
}

function checkType(field: ElicitationField, value: unknown): string | undefined {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? checkText(field, value) : 'must be a string';
    case 'number':
    case 'integer':
      // An infinite number (from `1e400`) would become `null` in the Workflow's JSON.
      return Number.isFinite(value) ? checkNumber(field, Number(value)) : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'array':
      return Array.isArray(value) ? checkChoices(field, value) : 'must be a list';
  }
}

/** Members that the form does not have are ignored. */
export function checkElicitedContent(schema: ElicitationSchema, content: unknown): Violation[] {
  if (!isRecord(content)) return [{ path: '', message: 'must be an object' }];
  const isMissing = (name: string): boolean =>
    !Object.hasOwn(content, name) || content[name] === undefined;
  const missing = (schema.required ?? []).filter(isMissing);
  const wrong = Object.entries(schema.properties).flatMap(([name, field]) => {
    const message = isMissing(name) ? undefined : checkValue(field, content[name]);
    return message === undefined ? [] : [{ path: `/${name}`, message }];
  });
  return [...missing.map((name) => ({ path: `/${name}`, message: 'is required' })), ...wrong];
}
