/** Finds the pattern of Workflow IDs, such as `order-{order_id}`. It stores only text that all IDs share. */
import { literalsOf, type Text } from '../core/mapping/text.js';
import { isRecord } from '../core/value/is-record.js';
import { toCompiledText } from '../manifest/compile/compile-text.js';

import { looksLikeData } from './looks-like-data.js';

const MIN_IDS = 2;
/** Maximum number of arguments to compare an ID with, and maximum length of an ID, in characters. */
const MAX_VALUES = 6;
const MAX_ID_LENGTH = 200;
/** Words in the text between placeholders, which the author of the code may have written. */
const WORDS = /[\p{L}_]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

function toNamed(name: string, value: unknown): NamedValue[] {
  const isShown = typeof value === 'string' || Number.isSafeInteger(value);
  const text = isShown ? String(value) : '';
  return text === '' ? [] : [{ name, value: text }];
}

/** Arguments under the names in the draft manifest: members of one object, or `arg1`, `arg2`. */
function toValues(workflowArguments: readonly unknown[]): NamedValue[] {
  const [first] = workflowArguments;
  if (workflowArguments.length !== 1 || !isRecord(first)) {
    return workflowArguments.flatMap((value, index) => toNamed(`arg${index + 1}`, value));
  }
  return Object.entries(first).flatMap(([name, value]) =>
    looksLikeData(name) ? [] : toNamed(name, value),
  );
}

/** Replaces a value by its placeholder, if the value stands as a separate word. */
function replaceValue(template: string, { name, value }: NamedValue): string | undefined {
  const at = template.indexOf(value);
  if (at < 0) return undefined;
  const around = [template[at - 1] ?? '-', template[at + value.length] ?? '-'];
  const isInside = around.some((character) => character === '{' || WORD_CHARACTER.test(character));
  if (isInside) return undefined;
  return `${template.slice(0, at)}{${name}}${template.slice(at + value.length)}`;
}

/** All templates that give the ID from the arguments, templates with few placeholders first. */
function toTemplates(workflowId: string, workflowArguments: readonly unknown[]): string[] {
  const values = toValues(workflowArguments)
    .filter(({ value }) => workflowId.includes(value))
    .slice(0, MAX_VALUES);
  const templates = values.reduce<readonly string[]>(
    (before, value) => [
      ...before,
      ...before.flatMap((template) => replaceValue(template, value) ?? []),
    ],
    [workflowId],
  );
  return templates.filter((template) => template !== workflowId);
}

/** Returns true if the text around the placeholders could come from the code. */
function isWritten(template: string): boolean {
  const literal = literalsOf(toCompiledText(template)).join('');
  const words = literal.match(WORDS) ?? [];
  return !/\p{N}{2}/u.test(literal) && !words.some(looksLikeData);
}

function placeholderCount(template: string): number {
  return template.split('{').length - 1;
}

/** The Workflow IDs of one Workflow Type, with the arguments of their starts. */
export class IdPattern {
  readonly #ids = new Set<string>();
  #templates: readonly string[] | undefined;

  add(workflowId: string, workflowArguments: readonly unknown[]): void {
    if (workflowId.length > MAX_ID_LENGTH || this.#templates?.length === 0) return;
    this.#ids.add(workflowId);
    const templates = toTemplates(workflowId, workflowArguments);
    this.#templates =
      this.#templates?.filter((template) => templates.includes(template)) ?? templates;
  }

  /** The template that all IDs follow, with the fewest placeholders; `undefined` without one, or for a single ID. */
  get template(): Text | undefined {
    if (this.#ids.size < MIN_IDS) return undefined;
    const [simplest] = [...(this.#templates ?? [])]
      .filter(isWritten)
      .sort((a, b) => placeholderCount(a) - placeholderCount(b));
    return simplest === undefined ? undefined : toCompiledText(simplest);
  }
}
