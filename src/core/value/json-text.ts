import { parseJson, toJson } from './exact-json.js';
import { ARGUMENT_BOUNDS, findTextExcess } from './json-bounds.js';

/** As deep as arguments may be, with as many members as a request may have by default. */
const BOUNDS = { maxDepth: ARGUMENT_BOUNDS.maxDepth, maxMembers: 10_000 };

function isBounded(text: string): boolean {
  return findTextExcess(new TextEncoder().encode(text), BOUNDS) === undefined;
}

/** Returns true if a value is not too large to be taken from JSON texts. */
export function isBoundedValue(value: object): boolean {
  return isBounded(toJson(value));
}

/**
 * Returns the value whose JSON text a model has sent in place of the value itself. `undefined` for other values, for
 * the text of a string or of `null`, and for a text with too many levels or members.
 */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !isBounded(value)) return undefined;
  try {
    const meant = parseJson(value);
    return typeof meant === 'string' ? undefined : (meant ?? undefined);
  } catch {
    return undefined;
  }
}
