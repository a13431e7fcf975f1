/**
 * JSON with the exact digits of integers. `JSON.parse` rounds integers beyond ±(2^53 − 1), so that a Workflow would
 * work on another account. Here they become `bigint`, which other code never takes for a number.
 */
import type { Violation } from '../errors.js';

import { isRecord } from './is-record.js';
import { toJsonPointer } from './json-pointer.js';

/** Integers beyond ±(2^53 − 1) have at least 16 digits. A text without such a run needs no second look. */
const LONG_DIGITS = /\d{16}/;
/** Strings are matched as well, so that digits inside them are skipped. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** With more than 309 digits, an integer is beyond ±1.8e308. */
const INTEGER = /^(-?\d{16,309})(?:\.0+)?$/;

/** The digits of an integer that a `number` cannot hold exactly. Beyond ±1.8e308, it is `Infinity` instead. */
function toUnsafeDigits(token: string): string | undefined {
  const digits = INTEGER.exec(token)?.[1];
  const value = Number(digits);
  return Number.isFinite(value) && !Number.isSafeInteger(value) ? digits : undefined;
}

/** A text that is in no string of the JSON. `JSON.stringify` does not escape its character. */
function unusedMark(json: string): string {
  let mark = '\uE000';
  while (json.includes(mark)) mark += '\uE000';
  return mark;
}

/**
 * Parses JSON. Integers beyond ±(2^53 − 1) become `bigint`, other numbers `number`.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!LONG_DIGITS.test(text)) return rounded;
  let mark: string | undefined;
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) => {
    const digits = toUnsafeDigits(token);
    if (digits === undefined) return token;
    mark ??= unusedMark(JSON.stringify(rounded));
    return `"${mark}${digits}"`;
  });
  if (mark === undefined) return rounded;
  const start = mark;
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(start)
      ? BigInt(value.slice(start.length))
      : value,
  );
}

/** `JSON.stringify` escapes a surrogate only if it is alone. An odd number of backslashes makes it an escape. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

function toWellFormed<Json extends string | undefined>(json: Json): Json {
  return json?.includes('\\ud') === true
    ? (json.replaceAll(LONE_SURROGATE, '$1\uFFFD') as Json)
    : json;
}

/**
 * Writes JSON. A `bigint` becomes a number with all its digits. A lone surrogate, which UTF-8 cannot carry, becomes
 * U+FFFD, in values and names.
 *
 * @param indent Spaces of a level. Default: all on one line.
 * @returns `undefined` for a value without a JSON form.
 */
export function toJson(
  value: object | string | number | boolean | bigint | null,
  indent?: number,
): string;
export function toJson(value: unknown, indent?: number): string | undefined;
export function toJson(value: unknown, indent?: number): string | undefined {
  try {
    return toWellFormed(JSON.stringify(value, undefined, indent));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const write = (toText: (member: bigint) => unknown): string =>
    JSON.stringify(
      value,
      (_name, member: unknown) => (typeof member === 'bigint' ? toText(member) : member),
      indent,
    );
  const mark = unusedMark(write(Number));
  return toWellFormed(write((member) => `${mark}${member}`)).replaceAll(
    new RegExp(`"${mark}(-?\\d+)"`, 'g'),
    '$1',
  );
}

/** A value in which each `bigint` is the nearest `number`, to check it against a schema. */
export function toRounded(value: unknown): unknown {
  return findPath(value, isInexactNumber) ? JSON.parse(toJson(value) ?? 'null') : value;
}

function isInexactNumber(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'bigint';
}

function isIllFormed(value: unknown): boolean {
  return typeof value === 'string' && /\p{Surrogate}/u.test(value);
}

/** Finds the first value, or name of a member, that a test is true of. */
function findPath(value: unknown, test: (value: unknown) => boolean): PropertyKey[] | undefined {
  if (test(value)) return [];
  if (!Array.isArray(value) && !isRecord(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const path = test(name) ? [] : findPath(member, test);
    if (path) return [name, ...path];
  }
  return undefined;
}

/**
 * Finds the first number that a Workflow would not get with its exact digits, or that JSON cannot hold; else the first
 * text that UTF-8 cannot carry. Check the depth of the value first: deep nesting exhausts the stack.
 */
export function findInexact(value: unknown): Violation | undefined {
  const number = findPath(value, isInexactNumber);
  if (number) {
    const message = 'is too large to keep all its digits as a number: send it as a string';
    return { path: toJsonPointer(number), message };
  }
  const text = findPath(value, isIllFormed);
  const message = 'has half a character (a lone surrogate), which is not valid Unicode';
  return text && { path: toJsonPointer(text), message };
}
