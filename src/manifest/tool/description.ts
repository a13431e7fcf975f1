/** The keys of tools and actions that `tools/list` shows. */
import * as z from 'zod';

import type { ObjectSchema, ToolDescription } from '../../core/tool/tool-definition.js';
import { withoutUndefined } from '../../core/value/members.js';
import { key, text } from '../key.js';

type Written = Omit<ToolDescription, 'inputSchema' | 'outputSchema'>;

const annotationsSchema = z.strictObject({
  readOnlyHint: key(z.boolean(), 'It changes nothing.'),
  destructiveHint: key(z.boolean(), 'It may destroy something.'),
  idempotentHint: key(z.boolean(), 'The same call twice does no more than once.'),
  openWorldHint: key(z.boolean(), 'It deals with things outside, such as the web.'),
});

export const descriptionShape = {
  title: key(text, 'The name for people.'),
  description: key(text, 'The purpose, for models: when to call it, and what comes of it.'),
  annotations: key(annotationsSchema, 'Hints for hosts, as MCP has them.'),
} satisfies Record<keyof Written, z.ZodType>;

const KEYS = Object.keys(descriptionShape) as (keyof Written)[];

type DescriptionSource = { readonly [Key in keyof Written]?: unknown } & {
  readonly output?: ObjectSchema | undefined;
};

/** The description of a tool or an action whose keys have been parsed. */
export function toDescription(
  source: DescriptionSource,
  inputSchema: ObjectSchema,
): ToolDescription {
  const written = Object.fromEntries(KEYS.map((name) => [name, source[name]]));
  const { output } = source;
  return {
    ...(withoutUndefined(written) as Written),
    inputSchema,
    ...(output && { outputSchema: output }),
  };
}
