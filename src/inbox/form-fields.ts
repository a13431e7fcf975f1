/** The fields of a question's form, as they are shown to people. */
import type { ElicitationField, ElicitationSchema } from '../core/elicitation-schema.js';
import { type FormChoice, toFormChoices } from '../core/form-choices.js';

/** How something is filled in. */
export type FieldKind =
  | { readonly kind: 'text'; readonly format: string | undefined; readonly isLong: boolean }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'yesNo' }
  | { readonly kind: 'one' | 'many'; readonly choices: readonly FormChoice[] };

/** One field. */
export interface FormField {
  /** The member of the answer. */
  readonly name: string;
  /** What it is called in the form: names of members may hold what forms change. */
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  /** What of it is not said by its kind, for people: "at least 3 characters". */
  readonly hint: string | undefined;
  readonly how: FieldKind;
  /** What is filled in beforehand, as a form sends it. */
  readonly initial: readonly string[];
}

/** What forms send for the two values of a boolean. */
export const YES = 'yes';
/** The other one. */
export const NO = 'no';
/** Texts that may be longer than this have several lines to be written in. */
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
      const isLong = format === undefined && !(Number(maxLength) <= LONG_TEXT);
      return { kind: 'text', format: toText(format), isLong };
    }
  }
}

const FORMAT_HINTS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'an address such as https://example.com/page',
  date: 'a date: 2026-11-22',
  'date-time': 'date and time with its zone: 2026-11-22T09:30:00Z',
};

function toBounds(least: unknown, most: unknown, unit: string): string | undefined {
  const [from, to] = [least, most].map((bound) => (typeof bound === 'number' ? bound : undefined));
  const what = unit === '' ? '' : ` ${unit}`;
  if (from !== undefined && to !== undefined) return `from ${from} to ${to}${what}`;
  if (from !== undefined) return `at least ${from}${what}`;
  return to === undefined ? undefined : `at most ${to}${what}`;
}

function toHint(field: ElicitationField): string | undefined {
  const { type, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = field;
  const all = [
    typeof format === 'string' ? FORMAT_HINTS[format] : undefined,
    type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : undefined,
    toBounds(minLength, maxLength, 'characters'),
    toBounds(minimum, maximum, ''),
    toBounds(minItems, maxItems, 'choices'),
  ].filter((hint) => hint !== undefined);
  const text = all.join(', ');
  return text === '' ? undefined : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function toInitial(field: ElicitationField, how: FieldKind): readonly string[] {
  const value = field['default'];
  if (value === undefined) return [];
  switch (how.kind) {
    case 'text':
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

/** The fields of a form that `checkElicitationSchema` finds nothing wrong with. */
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
