/** A field of a form, with its label, hint and problem. */
import type { FormChoice } from '../../core/contract/form-choices.js';
import { h, type Html } from '../html/html.js';

import { type FieldKind, type FormField, NO, YES } from './form-fields.js';
import { toZoneId } from './read-filled-form.js';
import { toPickerValue, UTC } from './zoned-time.js';

/** Largest number of choices as radio buttons. More choices become a list that opens. */
const MAX_RADIOS = 6;

/** Values and problem of a field. */
export interface FieldState {
  /** Prefix of the IDs of the field's elements: a page may have several forms. */
  readonly prefix: string;
  readonly values: readonly string[];
  readonly problem: string | undefined;
  /** The time zone of a filled-in time. Absent: no time was filled in. */
  readonly zone?: string | undefined;
}

interface Described {
  readonly id: string;
  /** The IDs of the elements that describe the field. */
  readonly describedBy: string | undefined;
  readonly notes: Html;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: 'email', uri: 'url', date: 'date' };

function describe({ id, description, hint }: FormField, state: FieldState): Described {
  const own = `${state.prefix}-${id}`;
  const notes = [
    ['about', description, 'about'],
    ['hint', hint, 'hint'],
    ['problem', state.problem && `This ${state.problem}.`, 'problem'],
  ] as const;
  const present = notes.filter(([, text]) => text !== undefined);
  return {
    id: own,
    describedBy:
      present.length === 0 ? undefined : present.map(([name]) => `${own}-${name}`).join(' '),
    notes: present.map(([name, text, kind]) =>
      h('p', { id: `${own}-${name}`, class: kind, dir: 'auto' }, text),
    ),
  };
}

function labelText({ label, isRequired }: FormField): Html {
  return [
    h('span', { dir: 'auto' }, label),
    isRequired ? undefined : h('span', { class: 'optional' }, ' (optional)'),
  ];
}

/** Shows a field of one element, below its label. */
function single(
  field: FormField,
  state: FieldState,
  control: (described: Described) => Html,
): Html {
  const described = describe(field, state);
  return h(
    'div',
    { class: state.problem === undefined ? 'field' : 'field wrong' },
    h('label', { for: described.id }, labelText(field)),
    described.notes,
    control(described),
  );
}

function common(field: FormField, state: FieldState, { id, describedBy }: Described) {
  return {
    id,
    name: field.id,
    'aria-describedby': describedBy,
    'aria-invalid': state.problem === undefined ? undefined : 'true',
    required: field.isRequired,
    autocomplete: 'off',
  };
}

function textField(
  field: FormField,
  state: FieldState,
  { format, isLong }: Extract<FieldKind, { readonly kind: 'text' }>,
): Html {
  const [value = ''] = state.values;
  return single(field, state, (described) => {
    const attributes = common(field, state, described);
    // HTML parsers drop the first line end of a textarea.
    if (isLong) return h('textarea', { ...attributes, rows: 3, dir: 'auto' }, `\n${value}`);
    const type = INPUT_TYPES[format ?? ''] ?? 'text';
    return h('input', { ...attributes, type, value, dir: 'auto' });
  });
}

/**
 * Shows a field for a date and time. A browser's picker has no time zone: it shows UTC, until a script changes it to
 * the reader's zone. In a browser without a picker, the field also takes a text with a zone.
 */
function dateTimeField(field: FormField, state: FieldState): Html {
  const [text = ''] = state.values;
  const zone = state.zone ?? UTC;
  return single(field, state, (described) => {
    const attributes = common(field, state, described);
    const zoneId = `${described.id}-zone`;
    const describedBy = [attributes['aria-describedby'], zoneId].filter(Boolean).join(' ');
    const value = toPickerValue(text, zone);
    return h(
      'div',
      { class: 'zoned' },
      h('input', { ...attributes, 'aria-describedby': describedBy, type: 'datetime-local', value }),
      h('input', {
        type: 'hidden',
        name: toZoneId(field.id),
        value: zone,
        'data-zone-of': described.id,
      }),
      h('span', { id: zoneId, class: 'hint' }, `Time zone: ${zone}`),
    );
  });
}

/** Shows a text field for a number, since browsers do not send invalid input of number fields. */
function numberField(field: FormField, state: FieldState, isWhole: boolean): Html {
  return single(field, state, (described) =>
    h('input', {
      ...common(field, state, described),
      type: 'text',
      inputmode: isWhole ? 'numeric' : 'decimal',
      value: state.values[0] ?? '',
    }),
  );
}

interface Option extends Omit<FormChoice, 'value'> {
  readonly sent: string;
}

/** Shows several elements under one legend. */
function group(
  field: FormField,
  state: FieldState,
  { type, options }: { readonly type: 'radio' | 'checkbox'; readonly options: readonly Option[] },
): Html {
  const { id, describedBy, notes } = describe(field, state);
  const isWrong = state.problem !== undefined;
  const choices = options.map(({ sent, title }, index) =>
    h(
      'div',
      { class: 'option' },
      h('input', {
        type,
        id: `${id}-${index}`,
        name: field.id,
        value: sent,
        checked: state.values.includes(sent) || (sent === '' && state.values.length === 0),
      }),
      h('label', { for: `${id}-${index}`, dir: 'auto' }, title),
    ),
  );
  return h(
    'fieldset',
    {
      id,
      class: isWrong ? 'field wrong' : 'field',
      tabindex: isWrong ? '-1' : undefined,
      'aria-describedby': describedBy,
      role: type === 'radio' ? 'radiogroup' : undefined,
      'aria-required': type === 'radio' && field.isRequired ? 'true' : undefined,
      'aria-invalid': type === 'radio' && isWrong ? 'true' : undefined,
    },
    h('legend', {}, labelText(field)),
    notes,
    // A yes or no fits in one line.
    field.how.kind === 'yesNo' ? h('div', { class: 'options' }, choices) : choices,
  );
}

const NO_ANSWER: Option = { sent: '', title: 'No answer' };

function chooseOne(field: FormField, state: FieldState, options: readonly Option[]): Html {
  const all = field.isRequired ? options : [...options, NO_ANSWER];
  if (options.length <= MAX_RADIOS) return group(field, state, { type: 'radio', options: all });
  return single(field, state, (described) =>
    h(
      'select',
      common(field, state, described),
      h('option', { value: '' }, field.isRequired ? 'Choose one' : NO_ANSWER.title),
      options.map(({ sent, title }) =>
        h('option', { value: sent, selected: state.values.includes(sent) }, title),
      ),
    ),
  );
}

function toOptions(choices: readonly FormChoice[]): readonly Option[] {
  return choices.map(({ title }, index) => ({ sent: String(index), title }));
}

export function showField(field: FormField, state: FieldState): Html {
  const { how } = field;
  switch (how.kind) {
    case 'text':
      return textField(field, state, how);
    case 'dateTime':
      return dateTimeField(field, state);
    case 'number':
      return numberField(field, state, how.isWhole);
    case 'yesNo':
      return chooseOne(field, state, [
        { sent: YES, title: 'Yes' },
        { sent: NO, title: 'No' },
      ]);
    case 'one':
      return chooseOne(field, state, toOptions(how.choices));
    case 'many':
      return group(field, state, { type: 'checkbox', options: toOptions(how.choices) });
  }
}
