/** Says in plain words what zod reports where a schema has no message of its own, and what to write. */
import type * as z from 'zod';

import { toLine } from '../core/value/quote.js';

/** A key without a value. */
export const EMPTY = 'Empty.';

/** Longest text that a message repeats, in characters. */
const MAX_LENGTH = 40;
/** Words for true and false in YAML 1.1, which YAML 1.2 reads as texts. */
const TRUE = /^(?:yes|on|y|true)$/i;
const FALSE = /^(?:no|off|n|false)$/i;

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== 'object';
}

function toFlag(input: unknown): string {
  if (typeof input !== 'string') return 'Write true or false.';
  if (TRUE.test(input)) return 'Write true, without quotes.';
  return FALSE.test(input) ? 'Write false, without quotes.' : 'Write true or false.';
}

function toText(input: unknown): string {
  if (isScalar(input)) return `A text: put it in quotes, '${toLine(input, MAX_LENGTH)}'.`;
  return `Write a text here. This is ${Array.isArray(input) ? 'a list' : 'a group of keys'}.`;
}

function toList(input: unknown): string {
  return isScalar(input)
    ? `Write a list: [${toLine(input, MAX_LENGTH)}].`
    : 'Write a list: put "- " before each element.';
}

function toKeys(input: unknown): string {
  return Array.isArray(input)
    ? 'Write a map ("name: value"), without "-" and "[".'
    : 'Write a map ("name: value").';
}

/** @param expected A type of zod. */
function describeType(expected: string, input: unknown): string | undefined {
  switch (expected) {
    case 'string':
      return toText(input);
    case 'boolean':
      return toFlag(input);
    case 'int':
      return 'Write a whole number, without quotes.';
    case 'number':
      return 'Write a number, without quotes.';
    case 'array':
      return toList(input);
    case 'object':
    case 'record':
      return toKeys(input);
    default:
      return undefined;
  }
}

/** `"a"`, `"a" or "b"`, `"a", "b" or "c"`. */
function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' elements',
  map: ' keys',
  record: ' keys',
};

/** For zod's `error` of a parse. `undefined`: zod's own words. */
export function describeInPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'invalid_type') {
    if (input === undefined) return 'Missing.';
    return input === null ? EMPTY : describeType(String(issue.expected), input);
  }
  if (code === 'invalid_value') return `Write ${oneOf(issue.values)}.`;
  const unit = 'origin' in issue ? (UNITS[String(issue.origin)] ?? '') : '';
  if (code === 'too_small') {
    const least = issue.inclusive === false ? 'more than' : 'at least';
    return `Must be ${least} ${String(issue.minimum)}${unit}.`;
  }
  if (code !== 'too_big') return undefined;
  const most = issue.inclusive === false ? 'less than' : 'at most';
  return `Must be ${most} ${String(issue.maximum)}${unit}.`;
}
