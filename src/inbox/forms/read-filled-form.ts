/** Converts a sent form to the content of an answer. */
import {
  checkElicitedContent,
  type ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import { readInstant } from '../../core/contract/text-formats.js';
import { parseJson } from '../../core/value/exact-json.js';

import { type FormField, NO, toFormFields, YES } from './form-fields.js';
import { isZone, UTC, withZone } from './zoned-time.js';

/** Names that the inbox's forms send besides their fields. */
const OWN_NAMES: readonly string[] = ['token', 'action'];
/** Matches numbers as in JSON. A plus and a missing zero are also allowed. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;

/** Texts by the IDs of fields, as they were sent. */
export type FilledValues = ReadonlyMap<string, readonly string[]>;

const ZONE_SUFFIX = '.zone';

/** Returns the name, in the form, of a field's time zone. */
export function toZoneId(fieldId: string): string {
  return `${fieldId}${ZONE_SUFFIX}`;
}

/** Returns true for the name of a time zone's field. */
export function isZoneId(id: string): boolean {
  return id.endsWith(ZONE_SUFFIX);
}

export interface FilledForm {
  readonly content: Readonly<Record<string, unknown>>;
  /** Problems by the ID of the field, in the order of the form; '' is the form as a whole. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Returns the values of a form as they were sent, but with `\n` as line ends. */
export function toFilledValues(form: URLSearchParams): FilledValues {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (OWN_NAMES.includes(name)) continue;
    values.set(name, [...(values.get(name) ?? []), value.replaceAll('\r\n', '\n')]);
  }
  return values;
}

/**
 * Returns true if a page of the inbox can have sent the form: it has no unknown fields, and single fields only once.
 */
export function isOfForm(schema: ElicitationSchema, form: URLSearchParams): boolean {
  const fields = new Map(toFormFields(schema).map((field) => [field.id, field]));
  const isOnce = OWN_NAMES.every((name) => form.getAll(name).length <= 1);
  return (
    isOnce &&
    [...toFilledValues(form)].every(([id, values]) => {
      const field = fields.get(id);
      if (!field) return isZoneField(id, values, fields);
      return field.how.kind === 'many'
        ? new Set(values).size === values.length && values.every((value) => isChoice(field, value))
        : values.length === 1 && isPossible(field, values[0] ?? '');
    })
  );
}

function isZoneField(
  id: string,
  [zone = '', ...others]: readonly string[],
  fields: ReadonlyMap<string, FormField>,
): boolean {
  if (!isZoneId(id) || others.length > 0) return false;
  const of = fields.get(id.slice(0, -ZONE_SUFFIX.length));
  return of?.how.kind === 'dateTime' && isZone(zone);
}

function isChoice({ how }: FormField, value: string): boolean {
  if (how.kind !== 'one' && how.kind !== 'many') return false;
  return /^\d{1,6}$/.test(value) && how.choices[Number(value)] !== undefined;
}

/** Returns true if a page offers the value: texts are free, choices are not. */
function isPossible(field: FormField, value: string): boolean {
  const { kind } = field.how;
  if (value === '' || ['text', 'number', 'dateTime'].includes(kind)) return true;
  return kind === 'yesNo' ? value === YES || value === NO : isChoice(field, value);
}

interface ReadValue {
  readonly value?: unknown;
  readonly problem?: string | undefined;
}

/** Writes a number in the grammar of JSON. */
function toJsonNumber(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)0*(?=\d)/, '$1')
    .replace(/^(-?)(?=\.)/, (sign) => `${sign}0`)
    .replace(/\.(?=e|$)/i, '');
}

function readNumber(text: string, isWhole: boolean): ReadValue {
  if (!NUMBER.test(text)) {
    return {
      problem: isWhole ? 'must be a whole number, such as 12' : 'must be a number, such as 12.5',
    };
  }
  const value = parseJson(toJsonNumber(text));
  if (typeof value === 'number') return { value };
  const isFinite = Number.isFinite(Number(text));
  return { problem: isFinite ? 'has more digits than can be kept' : 'is too large' };
}

/** A moment as programs read it; a text that is none stays as it is. */
function toMoment(text: string): string {
  return readInstant(text) ?? text;
}

/** Reads the value of a field; none if the field was left empty. */
function readValue(
  { how, isRequired, initial }: FormField,
  values: readonly string[],
  zone: string,
): ReadValue {
  const [first = ''] = values;
  switch (how.kind) {
    case 'text':
      return first === '' ? {} : { value: first };
    case 'dateTime':
      return first === '' ? {} : { value: toMoment(withZone(first, zone)) };
    case 'number':
      return first.trim() === '' ? {} : readNumber(first.trim(), how.isWhole);
    case 'yesNo':
      return first === '' ? {} : { value: first === YES };
    case 'one':
      return first === '' ? {} : { value: how.choices[Number(first)]?.value };
    case 'many': {
      const value = values.map((index) => how.choices[Number(index)]?.value);
      // An empty choice is an answer if the field is required or had a value.
      return value.length === 0 && !isRequired && initial.length === 0 ? {} : { value };
    }
  }
}

/** Reads a form that {@link isOfForm}. */
export function readFilledForm(schema: ElicitationSchema, form: URLSearchParams): FilledForm {
  const values = toFilledValues(form);
  const fields = toFormFields(schema);
  const problems = new Map<string, string>();
  const entries = fields.flatMap((field): [string, unknown][] => {
    const [zone = UTC] = values.get(toZoneId(field.id)) ?? [];
    const { value, problem } = readValue(field, values.get(field.id) ?? [], zone);
    if (problem !== undefined) problems.set(field.id, problem);
    return value === undefined ? [] : [[field.name, value]];
  });
  // Not an object literal: a member may have any name, `__proto__` too.
  const content = Object.fromEntries(entries);
  for (const { path, message } of checkElicitedContent(schema, content)) {
    const id = fields.find(({ name }) => path === `/${name}`)?.id ?? '';
    if (!problems.has(id)) problems.set(id, message);
  }
  const order = ['', ...fields.map(({ id }) => id)];
  const sorted = [...problems].sort(([one], [two]) => order.indexOf(one) - order.indexOf(two));
  return { content, problems: new Map(sorted) };
}
