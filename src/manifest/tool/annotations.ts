import * as z from 'zod';

import { key } from '../key.js';

/** `annotations` of tools and actions (`ToolAnnotations` of the MCP schema). */
export const annotationsSchema = z.strictObject({
  readOnlyHint: key(z.boolean(), 'It changes nothing.'),
  destructiveHint: key(z.boolean(), 'It may destroy something.'),
  idempotentHint: key(z.boolean(), 'The same call twice does no more than once.'),
  openWorldHint: key(z.boolean(), 'It deals with things outside, such as the web.'),
});
