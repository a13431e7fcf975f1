/** The keys of tools and actions that `tools/list` shows. */
import * as z from 'zod';

import type { JsonSchema, ObjectSchema, ToolDescription } from '../../core/tool/tool-definition.js';
import { withoutUndefined } from '../../core/value/members.js';
import { key, plain } from '../../definition/keys.js';
import { toPlainRoot } from '../compile/plain-root.js';
import { toPublishedOutput } from '../compile/published-output.js';
import { withItems } from '../compile/with-items.js';

type Written = Omit<ToolDescription, 'inputSchema' | 'outputSchema'>;

const annotationsSchema = z.strictObject({
  readOnlyHint: key(z.boolean(), 'It only reads.'),
  destructiveHint: key(z.boolean(), 'It may destroy something.'),
  idempotentHint: key(z.boolean(), 'The same call twice does no more than once.'),
  openWorldHint: key(z.boolean(), 'It reaches the outside world, such as the web.'),
});

/**
 * MCP lets clients load icons by `https:` and `data:` only: other schemes run code (`javascript:`), read files, start
 * local apps, or can be changed on their way (`http:`).
 */
const iconSchema = z.strictObject({
  src: z
    .string()
    .regex(
      /^(https:\/\/|data:image\/)\S+$/i,
      'Write an address that begins with "https://", or an image as "data:image/…". MCP clients refuse other icons as unsafe.',
    )
    .describe('The address of the image, by https:, or the image itself as a data: URI.'),
  mimeType: key(
    z.string().regex(/^image\/\S+$/i, 'Write the type of an image: "image/png".'),
    "The MIME type, if the address doesn't show it. All hosts with icons know image/png and image/jpeg.",
  ),
  sizes: key(
    z.array(z.string().regex(/^(\d+x\d+|any)$/, 'Write a size as "48x48", or "any".')).min(1),
    'Sizes at which it can be shown: "48x48", or "any". Default: any.',
  ),
  theme: key(z.enum(['light', 'dark']), 'The background that it is made for. Default: any.'),
});

const metaSchema = z.looseObject({
  'anthropic/maxResultSizeChars': key(
    z.int().min(1).max(500_000),
    'The characters of a result that Claude Code takes, up to 500000.',
  ),
});

export const descriptionShape = {
  title: key(plain, 'The name for people.'),
  description: key(plain, 'The purpose, for models: when to call it, and what it does.'),
  annotations: key(annotationsSchema, 'Hints for hosts, as MCP has them.'),
  icons: key(z.array(iconSchema).min(1), 'Pictures for hosts, as MCP has them.'),
  _meta: key(
    metaSchema,
    'Members for certain hosts, such as anthropic/maxResultSizeChars: the characters of a result that Claude Code takes, up to 500000.',
  ),
} satisfies Record<keyof Written, z.ZodType>;

const KEYS = Object.keys(descriptionShape) as (keyof Written)[];

type DescriptionSource = { readonly [Key in keyof Written]?: unknown } & {
  readonly output?: JsonSchema | undefined;
};

/** The description of a tool or an action whose keys have been parsed. */
export function toDescription(
  source: DescriptionSource,
  inputSchema: ObjectSchema,
): ToolDescription {
  const members = Object.fromEntries(KEYS.map((name) => [name, source[name]]));
  const { output } = source;
  const { schema, rule } = toPlainRoot(inputSchema);
  const { description, ...others } = withoutUndefined(members) as Written;
  const text = [description, rule].filter((part) => part !== undefined).join(' ');
  return {
    ...others,
    description: text === '' ? undefined : text,
    inputSchema: withItems(schema),
    outputSchema: output && toPublishedOutput(output),
  };
}
