/**
 * JSON with the exact digits of numbers beyond ±2^53. `JSON.parse` rounds them, so that a Workflow would work on another
 * account. Here integers become `bigint`, which other code never takes for a number, and fractions {@link LongDecimal}.
 */
import type { Violation } from '../errors.js';

import { isRecord } from './is-record.js';
import { toJsonPointer } from './json-pointer.js';
import { LongDecimal } from './long-decimal.js';
import { ownMember } from './members.js';

/**
 * A number that loses digits has at least 16, with a point among them or not, or an exponent of three digits. Texts
 * without them need no second look.
 */
const LONG_DIGITS = /\d[\d.]{15}|\d[eE]\+?\d{3}/;
/** Strings are matched as well, so that digits inside them are skipped. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Without an exponent, an integer is a count or an ID, whose host may have rounded it to these digits. */
const PLAIN_INTEGER = /^-?\d{16,}(?:\.0+)?$/;

interface Decimal {
  readonly sign: string;
  /** Without zeros at its ends. */
  readonly digits: string;
  /** The power of ten of the last digit. */
  readonly power: number;
}

function toDecimal(literal: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(literal) ?? [];
  const written = `${whole}${fraction}`;
  let end = written.length;
  while (written[end - 1] === '0') end -= 1;
  const digits = written.slice(0, end).replace(/^0+/, '');
  return { sign, digits, power: Number(exponent) - fraction.length + written.length - end };
}

/** The value of a literal that a `number` would change; `undefined` for others. */
function toKept(literal: string): bigint | LongDecimal | undefined {
  const rounded = Number(literal);
  const isLarge = Math.abs(rounded) > Number.MAX_SAFE_INTEGER;
  // A string isn't a number.
  if (!isLarge) return undefined;
  // Beyond ±1.8e308, it may have more digits than memory.
  if (!Number.isFinite(rounded)) return new LongDecimal(literal);
  const { sign, digits, power } = toDecimal(literal);
  const shortest = toDecimal(String(rounded));
  const isSame = shortest.digits === digits && shortest.power === power;
  if (isSame && !PLAIN_INTEGER.test(literal)) return undefined;
  return power < 0 ? new LongDecimal(literal) : BigInt(`${sign}${digits}${'0'.repeat(power)}`);
}

function isKept(value: unknown): value is bigint | LongDecimal {
  return typeof value === 'bigint' || value instanceof LongDecimal;
}

/** A text that is in no string of the JSON. `JSON.stringify` does not escape its character. */
function unusedMark(json: string): string {
  let mark = '\uE000';
  while (json.includes(mark)) mark += '\uE000';
  return mark;
}

/**
 * Parses JSON. No number becomes another one: plain integers beyond ±(2^53 − 1), and other numbers there that are not
 * written with the digits of the nearest `number`, become `bigint` or {@link LongDecimal}, as do numbers beyond ±1.8e308.
 * Smaller fractions are rounded.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseJson(text: string): unknown {
  const rounded: unknown = JSON.parse(text);
  if (!LONG_DIGITS.test(text)) return rounded;
  let mark: string | undefined;
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) => {
    if (toKept(token) === undefined) return token;
    mark ??= unusedMark(JSON.stringify(rounded));
    return `"${mark}${token}"`;
  });
  if (mark === undefined) return rounded;
  const start = mark;
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(start)
      ? toKept(value.slice(start.length))
      : value,
  );
}

/** `JSON.stringify` escapes a surrogate only if it is alone. An odd number of backslashes makes it an escape. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;

function mendHalves<Json extends string | undefined>(json: Json): Json {
  return json?.includes('\\ud') === true
    ? (json.replaceAll(LONE_SURROGATE, '$1\uFFFD') as Json)
    : json;
}

/**
 * Writes JSON. A `bigint` and a {@link LongDecimal} become numbers with all their digits. A lone surrogate, which UTF-8
 * cannot carry, becomes U+FFFD, in values and names.
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
    return mendHalves(JSON.stringify(value, undefined, indent));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const write = (toText: (member: bigint | LongDecimal) => unknown): string =>
    JSON.stringify(
      value,
      function (this: Readonly<Record<string, unknown>>, name: string, member: unknown) {
        const own = this[name];
        return isKept(own) ? toText(own) : member;
      },
      indent,
    );
  const mark = unusedMark(write(() => 0));
  return mendHalves(write((member) => `${mark}${String(member)}`)).replaceAll(
    new RegExp(`"${mark}([\\d.eE+-]+)"`, 'g'),
    '$1',
  );
}

/** A value in which each number is the nearest `number`, to check it against a schema. */
export function toRounded(value: unknown): unknown {
  return findPath(value, isInexactNumber) ? JSON.parse(toJson(value) ?? 'null') : value;
}

function isInexactNumber(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : isKept(value);
}

function isIllFormed(value: unknown): boolean {
  return typeof value === 'string' && /\p{Surrogate}/u.test(value);
}

/** A value of JSON in which each half of a character is U+FFFD, in values and names. */
export function toWellFormed<Value>(value: Value): Value {
  return findPath(value, isIllFormed) ? (parseJson(toJson(value) ?? 'null') as Value) : value;
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

/** Returns true if a JSON Schema may allow a string at a place. A part that is not found here may allow everything. */
function mayTakeText(schema: unknown, path: readonly PropertyKey[]): boolean {
  if (!isRecord(schema)) return true;
  const [name, ...deeper] = path;
  const { type, properties, items } = schema;
  if (name === undefined) return type === undefined || [type].flat().includes('string');
  const part = isRecord(properties) ? ownMember(properties, String(name)) : undefined;
  return mayTakeText(part ?? items, deeper);
}

const NOT_KEPT = 'is too large to keep all its digits as a number';
/** A text with the number would have the same digits, so only the operator can help. */
export const DECLARE_TEXT = 'the operator of this server has to declare a string here';

/**
 * Finds the first number that a Workflow would not get with its exact digits, or that JSON cannot hold; else the first
 * text that UTF-8 cannot carry. Check the depth of the value first: deep nesting exhausts the stack.
 *
 * @param schema Tells if the sender can send a string instead. Default: it can.
 */
export function findInexact(value: unknown, schema?: unknown): Violation | undefined {
  const number = findPath(value, isInexactNumber);
  if (number) {
    const mend = mayTakeText(schema, number) ? 'send it as a string' : DECLARE_TEXT;
    return { path: toJsonPointer(number), message: `${NOT_KEPT}: ${mend}` };
  }
  const text = findPath(value, isIllFormed);
  const message = 'has half a character (a lone surrogate), which is not valid Unicode';
  return text && { path: toJsonPointer(text), message };
}
