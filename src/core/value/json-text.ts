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

/** The value whose JSON text a client has sent in place of the value itself. */
export interface MeantValue {
  readonly value: unknown;
  /** False if the value has a number that is too large to keep all its digits. */
  readonly isExact: boolean;
}

/**
 * Reads the JSON text of a value: models and hosts send one in place of an array, an object, a number, a boolean or
 * `null`.
 *
 * @param types The types of JSON Schema at this place.
 * @returns `undefined` for other values, for a text where the types have a string or do not have its value, and for one
 * with too many levels or members.
 */
export function readJsonText(value: unknown, types: readonly unknown[]): MeantValue | undefined {
  if (typeof value !== 'string' || types.includes('string') || !isBounded(value)) return undefined;
  try {
    const meant = parseJson(value);
    return isOfType(types, meant)
      ? { value: meant, isExact: findInexact(meant) === undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A value, or the value whose JSON text it is. */
export function takeJsonText(value: unknown, types: readonly unknown[]): unknown {
  const reading = readJsonText(value, types);
  return reading?.isExact === true ? reading.value : value;
}
