import { z } from 'zod';

import { text } from '../file/text.js';

/** `annotations` of a tool. */
export const annotationsSchema = z.strictObject({
  title: text.optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
