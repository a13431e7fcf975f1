import type { Scope } from '../../../core/mapping/expression.js';
import { fillParts, type Text } from '../../../core/mapping/text.js';
import { toDigest } from '../../../core/value/json-digest.js';

/**
 * Returns the key that a tool gives to a call. Calls with the same key become one task. `undefined` if the tool has no
 * key, or the call lacks a value that the key names.
 */
export async function toIdempotencyKey(
  text: Text | undefined,
  scope: Scope,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const parts = await fillParts(text, scope);
  const values = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value ?? null]));
  return values.includes(null) ? undefined : toDigest([text.text, values]);
}
