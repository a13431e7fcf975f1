/** Asks a person for one field of a form, until the value fits. */
import { CANCEL_SYMBOL, confirm, isCancel, log, multiselect, select, text } from '@clack/prompts';

import { cleanLine } from '../../app/config/clean-text.js';
import { checkElicitedContent } from '../../core/question/elicitation-schema.js';

import type { FormField } from './form-fields.js';

/** A person's reply: a value; `undefined` for a field that was left out; or the end of the form. */
export type Given = string | number | boolean | string[] | undefined | typeof CANCEL_SYMBOL;

/** Value of the choice to leave out a field. */
const NOTHING = '';

function toMessage({ name, title, description, isRequired }: FormField): string {
  const words = [cleanLine(title) || cleanLine(name), cleanLine(description ?? '')];
  return `${words.filter(Boolean).join(' — ')}${isRequired ? '' : ' (may be left out)'}`;
}

/** The reason why a value does not fit a field; `undefined` if it fits. */
function findMisfit({ name, schema }: FormField, value: unknown): string | undefined {
  const form = { type: 'object', properties: { [name]: schema } } as const;
  const [violation] = checkElicitedContent(form, { [name]: value });
  return violation && `It ${violation.message}.`;
}

/** Reads a number. Blanks are no number, although JavaScript converts them to 0. */
function toNumber(typed: string): number {
  return typed.trim() === '' ? NaN : Number(typed);
}

function isTextual(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

async function askText(field: FormField, signal: AbortSignal): Promise<Given> {
  const isNumber = field.type !== 'string';
  const read = (typed: string): string | number => (isNumber ? toNumber(typed) : typed);
  const isLeftOut = (typed: string): boolean => typed === '' && !field.isRequired;
  const { default: initial, format } = field;
  const typed = await text({
    message: toMessage(field),
    ...(format !== undefined && { placeholder: cleanLine(format) }),
    ...(isTextual(initial) && { initialValue: cleanLine(String(initial)) }),
    validate: (value = '') => (isLeftOut(value) ? undefined : findMisfit(field, read(value))),
    signal,
  });
  if (isCancel(typed)) return typed;
  // The prompt returns `undefined` for an empty line.
  const given = (typed as string | undefined) ?? '';
  return isLeftOut(given) ? undefined : read(given);
}

async function askYesOrNo(field: FormField, signal: AbortSignal): Promise<Given> {
  const message = toMessage(field);
  const initial = typeof field.default === 'boolean' ? field.default : undefined;
  if (field.isRequired) return confirm({ message, initialValue: initial ?? false, signal });
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
    { value: NOTHING, label: 'Leave it out' },
  ];
  const initialValue = initial === undefined ? NOTHING : initial ? 'yes' : 'no';
  const chosen = await select({ message, options, initialValue, signal });
  if (isCancel(chosen)) return chosen;
  return chosen === NOTHING ? undefined : chosen === 'yes';
}

function toOptions({ choices }: FormField): { value: number; label: string }[] {
  return choices.map(({ value, title }, at) => ({
    value: at,
    label: cleanLine(title) || cleanLine(value),
  }));
}

async function askOne(field: FormField, signal: AbortSignal): Promise<Given> {
  const { choices, isRequired } = field;
  const nothing = -1;
  const initial = choices.findIndex(({ value }) => value === field.default);
  const chosen = await select({
    message: toMessage(field),
    options: [
      ...toOptions(field),
      ...(isRequired ? [] : [{ value: nothing, label: 'Leave it out' }]),
    ],
    ...(initial >= 0 ? { initialValue: initial } : isRequired ? {} : { initialValue: nothing }),
    signal,
  });
  return isCancel(chosen) ? chosen : choices[chosen]?.value;
}

async function askSome(field: FormField, signal: AbortSignal): Promise<Given> {
  const { choices, isRequired } = field;
  let initialValues = choices.flatMap(({ value }, at) =>
    Array.isArray(field.default) && field.default.includes(value) ? [at] : [],
  );
  for (;;) {
    const chosen = await multiselect({
      message: toMessage(field),
      options: toOptions(field),
      initialValues,
      required: false,
      signal,
    });
    if (isCancel(chosen)) return chosen;
    const values = chosen.flatMap((at) => choices[at]?.value ?? []);
    if (values.length === 0 && !isRequired) return undefined;
    const misfit = findMisfit(field, values);
    if (misfit === undefined) return values;
    log.error(misfit);
    initialValues = chosen;
  }
}

/**
 * Asks for one field.
 *
 * @param signal Withdraws the question.
 */
export async function askField(field: FormField, signal: AbortSignal): Promise<Given> {
  if (signal.aborted) return CANCEL_SYMBOL;
  if (field.type === 'boolean') return askYesOrNo(field, signal);
  if (field.type === 'array') return askSome(field, signal);
  return field.choices.length > 0 ? askOne(field, signal) : askText(field, signal);
}
