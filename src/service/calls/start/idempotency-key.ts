import { placeholdersIn } from '../../../core/tool/argument-template.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { toDigest } from '../../../core/value/json-digest.js';
import { ownMember } from '../../../core/value/own-member.js';
import type { Params } from '../../../core/value/request-params.js';

/** Stands for all arguments of a call, in place of a text that names some. */
const ALL_ARGUMENTS = 'arguments';

/**
 * The key that a tool gives to a call: the same for calls that are to be one task. `undefined` where the tool has none, or
 * the call leaves out an argument that it names.
 */
export async function toIdempotencyKey(
  { idempotencyKey: template }: Pick<ToolDefinition, 'idempotencyKey'>,
  input: Params,
): Promise<string | undefined> {
  if (template === undefined) return undefined;
  if (template === ALL_ARGUMENTS) return toDigest([template, input]);
  const values = placeholdersIn(template).map((name) => ownMember(input, name) ?? null);
  return values.includes(null) ? undefined : toDigest([template, values]);
}
