import { findInexact, parseJson, toJson } from './exact-json.js';
import { ARGUMENT_BOUNDS, findTextExcess } from './json-bounds.js';
import { LongDecimal } from './long-decimal.js';

/** As deep as arguments may be, with as many members as a request may have by default. */
const BOUNDS = { maxDepth: ARGUMENT_BOUNDS.maxDepth, maxMembers: 10_000 };

function isBounded(text: string): boolean {
  return findTextExcess(new TextEncoder().encode(text), BOUNDS) === undefined;
}

export function isBoundedValue(value: object): boolean {
  return isBounded(toJson(value));
}

function kindsOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'bigint' || Number.isInteger(value)) return ['number', 'integer'];
  return value instanceof LongDecimal ? ['number'] : [typeof value];
}

function isOfType(types: readonly unknown[], value: unknown): boolean {
  return kindsOf(value).some((kind) => types.includes(kind));
}

/** The value that a client means by another one. */
export interface MeantValue {
  readonly value: unknown;
  /** False if the value has a number that is too large to keep all its digits. */
  readonly isExact: boolean;
  /** How it was sent. */
  readonly sentAs: 'JSON text' | 'an empty list';
}

/** PHP writes a map without members as `[]`. */
function isEmptyMap(value: unknown, types: readonly unknown[]): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty && types.includes('object') && !types.includes('array');
}

/**
 * Reads a value that only makes sense as another one: the JSON text of an array, an object, a number, a boolean or
 * `null`, which models and hosts send in place of the value, or `[]` in place of `{}`.
 *
 * @param types The types of JSON Schema at this place.
 * @returns `undefined` for other values, for a text where the types have a string or do not have its value, and for one
 * with too many levels or members.
 */
export function readMeantValue(value: unknown, types: readonly unknown[]): MeantValue | undefined {
  if (isEmptyMap(value, types)) return { value: {}, isExact: true, sentAs: 'an empty list' };
  if (typeof value !== 'string' || types.includes('string') || !isBounded(value)) return undefined;
  try {
    const text = parseJson(value);
    const meant = isEmptyMap(text, types) ? {} : text;
    return isOfType(types, meant)
      ? { value: meant, isExact: findInexact(meant) === undefined, sentAs: 'JSON text' }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true for `null`, and for its JSON text where the types have no string: a member that is left out. */
export function isLeftOut(value: unknown, types: readonly unknown[]): boolean {
  if (value === null) return true;
  return (
    types.length > 0 &&
    !types.includes('null') &&
    readMeantValue(value, types.concat('null'))?.value === null
  );
}

/** A value, or the value that it means. */
export function takeMeantValue(value: unknown, types: readonly unknown[]): unknown {
  const reading = readMeantValue(value, types);
  return reading?.isExact === true ? reading.value : value;
}
