/** Texts of a manifest, with expressions in braces: `Order {order_id} of {$caller.name}`. */
import { markOff, toLine } from '../value/quote.js';

import { type Expression, INPUT, type Reading, type Scope, valueOf } from './expression.js';
import { toText } from './misfit.js';

export interface Placeholder {
  readonly expression: Expression;
  /** `{+name}`: the value keeps its slashes in an address. */
  readonly keepsSlashes: boolean;
}

/** A text, compiled. */
export interface Text {
  readonly text: string;
  /** The text between placeholders, and the placeholders, in order. */
  readonly parts: readonly (string | Placeholder)[];
}

/** Compiles what was checked when the manifest was read. */
export interface Compiler {
  readonly expression: (text: string) => Expression;
  readonly text: (text: string) => Text;
}

/** Replaces a missing value in a text that is shown without it. */
const NONE = '(none)';

export function placeholdersOf({ parts }: Text): readonly Placeholder[] {
  return parts.filter((part) => typeof part !== 'string');
}

export function readsOf(text: Text): readonly Reading[] {
  return placeholdersOf(text).flatMap(({ expression }) => expression.reads);
}

/** The expression of a text that is a single placeholder, whose value can be of any type. */
export function soleExpression({ parts }: Text): Expression | undefined {
  const [only, ...others] = parts;
  return others.length === 0 && typeof only === 'object' ? only.expression : undefined;
}

/** The texts before, between and after the placeholders: one more than there are placeholders. */
export function literalsOf({ parts }: Text): readonly string[] {
  const literals = [''];
  for (const part of parts) {
    if (typeof part === 'string') literals.push(`${literals.pop() ?? ''}${part}`);
    else literals.push('');
  }
  return literals;
}

/** A placeholder with its value; `undefined` if there is none. */
export interface FilledPlaceholder extends Placeholder {
  readonly value: unknown;
}

/** The parts of a text, with the values of its placeholders. */
export async function fillParts(
  { parts }: Text,
  scope: Scope,
): Promise<readonly (string | FilledPlaceholder)[]> {
  return Promise.all(
    parts.map(async (part) =>
      typeof part === 'string' ? part : { ...part, value: await valueOf(part.expression, scope) },
    ),
  );
}

/**
 * The text with its values; `undefined` if one of them is missing.
 *
 * @param write Writes one value. Default: in full.
 */
export async function fillText(
  text: Text,
  scope: Scope,
  write: (value: unknown) => string = toText,
): Promise<string | undefined> {
  const parts = await fillParts(text, scope);
  if (parts.some((part) => typeof part !== 'string' && part.value === undefined)) return undefined;
  return parts.map((part) => (typeof part === 'string' ? part : write(part.value))).join('');
}

/** The value of a single placeholder, of any type, or the text; `undefined` if a value is missing. */
export async function fillValue(text: Text, scope: Scope): Promise<unknown> {
  const sole = soleExpression(text);
  return sole ? valueOf(sole, scope) : fillText(text, scope);
}

/** The text of a question, in which values of the call are marked off from the sentence. */
export async function showQuestionMessage(text: Text, scope: Scope): Promise<ShownText> {
  const isWhole = soleExpression(text) !== undefined;
  return showText(text, scope, (value, { expression }) =>
    !isWhole && expression.reads.some(({ root }) => root === INPUT)
      ? markOff(value)
      : toLine(value),
  );
}

export interface ShownText {
  readonly text: string;
  /** The expressions without a value. */
  readonly missing: readonly string[];
}

/**
 * The text with its values. A missing value is shown as "(none)".
 *
 * @param write Writes one value. Default: on one line, shortened.
 */
export async function showText(
  text: Text,
  scope: Scope,
  write: (value: unknown, placeholder: FilledPlaceholder) => string = (value) => toLine(value),
): Promise<ShownText> {
  const missing: string[] = [];
  const parts = await fillParts(text, scope);
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    if (part.value !== undefined) return write(part.value, part);
    missing.push(part.expression.text);
    return NONE;
  });
  return { text: texts.join(''), missing };
}
