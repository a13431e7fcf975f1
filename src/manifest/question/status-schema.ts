import { z } from 'zod';

import { text } from '../file/text.js';

import { memberPath, sourceShape } from './source-schema.js';

/** One place of `status`, with the current step in words. */
export const statusSchema = z.strictObject({
  ...sourceShape,
  path: memberPath.optional(),
  text: text.optional(),
});

/** One place of `progress`: where a number says how far it is. */
export const progressSchema = z.strictObject({
  ...sourceShape,
  path: memberPath.optional(),
  total: z
    .union([z.number().positive(), memberPath], {
      error:
        'Write a number, or the member or argument that is one: "pages.total", "arguments.pages".',
    })
    .optional(),
  message: memberPath.optional(),
});

/** One place of `status`, with durations in milliseconds. */
export type StatusSource = z.output<typeof statusSchema>;
/** One place of `progress`, with durations in milliseconds. */
export type ProgressSource = z.output<typeof progressSchema>;
