/** The fields of a question's form, as people see them. */
import type {
  ElicitationField,
  ElicitationSchema,
} from '../../core/contract/elicitation-schema.js';
import { type FormChoice, toFormChoices } from '../../core/contract/form-choices.js';
import { decisionName } from '../../core/question/verdict.js';
import { countOf, toDigits } from '../../core/value/number-words.js';

import type { SeenField } from './form-guard.js';

export type FieldKind =
  | { readonly kind: 'text'; readonly format: string | undefined; readonly isLong: boolean }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'dateTime' }
  | { readonly kind: 'yesNo' }
  | { readonly kind: 'one' | 'many'; readonly choices: readonly FormChoice[] };

export interface FormField {
  /** The name of the answer's member. */
  readonly name: string;
  /** The field's name in the form. Forms may change characters of a member's name. */
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** Further rules, for people: "at least 3 characters". */
  readonly hint: string | undefined;
  readonly how: FieldKind;
  /** Initial values, as a form sends them. */
  readonly initial: readonly string[];
}

/** Form value of `true`. */
export const YES = 'yes';
/** Form value of `false`. */
export const NO = 'no';
/** Texts that may be longer than this get a field with several lines. In characters. */
const LONG_TEXT = 100;

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toKind(field: ElicitationField): FieldKind {
  switch (field.type) {
    case 'number':
    case 'integer':
      return { kind: 'number', isWhole: field.type === 'integer' };
    case 'boolean':
      return { kind: 'yesNo' };
    case 'array':
      return { kind: 'many', choices: toFormChoices(field) ?? [] };
    case 'string': {
      const choices = toFormChoices(field);
      if (choices) return { kind: 'one', choices };
      const { format, maxLength } = field;
      if (format === 'date-time') return { kind: 'dateTime' };
      const isLong = format === undefined && !(Number(maxLength) <= LONG_TEXT);
      return { kind: 'text', format: toText(format), isLong };
    }
  }
}

/** Hints of formats. Formats of dates need none, since their fields are pickers. */
const FORMAT_HINTS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'an address such as https://example.com/page',
};

/** Returns a bound that people need to know. Libraries add others by default: zod writes the largest safe integer. */
function toBound(bound: unknown): number | undefined {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
}

/** @param thing The counted thing, in the singular. Absent: the bounds are of a plain number. */
function toBounds(least: unknown, most: unknown, thing?: string): string | undefined {
  const [from, to] = [toBound(least), toBound(most)];
  const count = (bound: number): string =>
    thing === undefined ? toDigits(bound) : countOf(bound, thing);
  if (from !== undefined && from === to) return `exactly ${count(from)}`;
  if (from !== undefined && to !== undefined) return `from ${toDigits(from)} to ${count(to)}`;
  if (from !== undefined) return `at least ${count(from)}`;
  return to === undefined ? undefined : `at most ${count(to)}`;
}

const NUMBER_WORDS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];

/** Returns true if a text names all given bounds of a list, in digits or words. */
function namesBounds(text: string, bounds: readonly unknown[]): boolean {
  const known = bounds.map(toBound).filter((bound) => bound !== undefined && bound > 0);
  const words: readonly string[] = text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  return known.every(
    (bound = 0) => words.includes(String(bound)) || words.includes(NUMBER_WORDS[bound] ?? ''),
  );
}

function toHint(field: ElicitationField): string | undefined {
  const { type, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = field;
  // Authors often say themselves how many choices there may be.
  if (type === 'array' && namesBounds(toText(field['description']) ?? '', [minItems, maxItems])) {
    return undefined;
  }
  const all = [
    typeof format === 'string' ? FORMAT_HINTS[format] : undefined,
    type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : undefined,
    toBounds(minLength === 0 ? undefined : minLength, maxLength, 'character'),
    toBounds(minimum, maximum),
    toBounds(minItems === 0 ? undefined : minItems, maxItems, 'choice'),
  ].filter((hint) => hint !== undefined);
  const text = all.join(', ');
  return text === '' ? undefined : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function toInitial(field: ElicitationField, how: FieldKind): readonly string[] {
  const value = field['default'];
  if (value === undefined) return [];
  switch (how.kind) {
    case 'text':
    case 'dateTime':
    case 'number':
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    case 'yesNo':
      return [value === true ? YES : NO];
    case 'one':
    case 'many': {
      const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
      const indexes = how.choices.flatMap((choice, index) =>
        chosen.includes(choice.value) ? [String(index)] : [],
      );
      return indexes;
    }
  }
}

/** Returns the fields of a form. `checkElicitationSchema` must have found no fault in it. */
export function toFormFields({ properties, required = [] }: ElicitationSchema): FormField[] {
  return Object.entries(properties).map(([name, field], index) => {
    const how = toKind(field);
    return {
      name,
      id: `f${index}`,
      label: toText(field['title']) ?? name,
      description: toText(field['description']),
      isRequired: required.includes(name),
      hint: toHint(field),
      how,
      initial: toInitial(field, how),
    };
  });
}

/** The field of a form that has one boolean and no other field; `undefined` for every other form. */
export function decisionField(schema: ElicitationSchema): FormField | undefined {
  return decisionName(schema) === undefined ? undefined : toFormFields(schema)[0];
}

function choicesOf({ how }: FormField): SeenField['choices'] {
  switch (how.kind) {
    case 'yesNo':
      return { [YES]: 'Yes', [NO]: 'No' };
    case 'one':
    case 'many':
      return Object.fromEntries(how.choices.map(({ title }, index) => [String(index), title]));
    case 'text':
    case 'number':
    case 'dateTime':
      return undefined;
  }
}

/** The fields of a form as a person sees them. */
export function toSeenFields(schema: ElicitationSchema): SeenField[] {
  return toFormFields(schema).map((field) => {
    const choices = choicesOf(field);
    return { id: field.id, label: field.label, choices };
  });
}
