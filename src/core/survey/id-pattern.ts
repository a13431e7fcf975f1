/** Finds how Workflow IDs are made: `order-{order_id}`. It keeps texts that all IDs share, and no other. */
import { isRecord } from '../value/is-record.js';

import { looksLikeData } from './looks-like-data.js';

/** So many IDs that are alike are no accident. */
const MIN_IDS = 2;
/** Arguments that an ID is compared with, and the longest ID, in characters. */
const MAX_VALUES = 6;
const MAX_ID_LENGTH = 200;
/** A text between placeholders that the author of the code has written: words, and separators. */
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

/** Arguments by the names that a draft has for them: members of one object, or `arg1`, `arg2`. */
function toValues(given: readonly unknown[]): NamedValue[] {
  const [first] = given;
  if (given.length !== 1 || !isRecord(first)) {
    return given.flatMap((value, index) => toNamed(`arg${index + 1}`, value));
  }
  return Object.entries(first).flatMap(([name, value]) =>
    looksLikeData(name) ? [] : toNamed(name, value),
  );
}

/** Puts a placeholder where a value stands as a word of its own. */
function replaceValue(template: string, { name, value }: NamedValue): string | undefined {
  const at = template.indexOf(value);
  if (at < 0) return undefined;
  const around = [template[at - 1] ?? '-', template[at + value.length] ?? '-'];
  const isInside = around.some((one) => one === '{' || WORD_CHARACTER.test(one));
  if (isInside) return undefined;
  return `${template.slice(0, at)}{${name}}${template.slice(at + value.length)}`;
}

/** All templates that make an ID of arguments, the shortest list of placeholders first. */
function toTemplates(workflowId: string, given: readonly unknown[]): string[] {
  const values = toValues(given)
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

/** Returns true if all around the placeholders could be words of the code. */
function isWritten(template: string): boolean {
  const literal = template.replace(/\{\w+\}/g, '');
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

  /** Takes one more start into account. */
  add(workflowId: string, given: readonly unknown[]): void {
    if (workflowId.length > MAX_ID_LENGTH || this.#templates?.length === 0) return;
    this.#ids.add(workflowId);
    const templates = toTemplates(workflowId, given);
    this.#templates = this.#templates?.filter((one) => templates.includes(one)) ?? templates;
  }

  /** The template that all IDs follow, with the fewest placeholders; `undefined` if there is none, or one ID alone. */
  get template(): string | undefined {
    if (this.#ids.size < MIN_IDS) return undefined;
    const [simplest] = [...(this.#templates ?? [])]
      .filter(isWritten)
      .sort((one, two) => placeholderCount(one) - placeholderCount(two));
    return simplest;
  }
}
