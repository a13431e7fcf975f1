import { placeholdersIn } from '../../../core/mapping/argument-template.js';
import { toDigest } from '../../../core/value/json-digest.js';
import { ownMember } from '../../../core/value/members.js';
import type { Params } from '../../../core/value/request-params.js';

/** Used instead of a text with placeholders; means all arguments of a call. */
const ALL_ARGUMENTS = 'arguments';

/**
 * Returns the key that a tool gives to a call. Calls with the same key become one task. `undefined` if the tool has no
 * key, or the call lacks an argument that the key names.
 */
export async function toIdempotencyKey(
  template: string | undefined,
  input: Params,
): Promise<string | undefined> {
  if (template === undefined) return undefined;
  if (template === ALL_ARGUMENTS) return toDigest([template, input]);
  const values = placeholdersIn(template).map((name) => ownMember(input, name) ?? null);
  return values.includes(null) ? undefined : toDigest([template, values]);
}
