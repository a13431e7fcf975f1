/** `result` of tools and actions: the mapping of a Workflow's return value. */
import { z } from 'zod';

import { duration } from '../duration.js';
import { text } from '../file/text.js';
import { size } from '../size.js';
import { computedSchema } from '../start/layout-schema.js';

/** Always an expression: these keys need no sign that theirs is one. */
const expression = z.string({
  error: 'Write an expression in quotes: "{ id: order_id, total: sum(lines[].cents) }".',
});

const ownKeys = {
  structured: expression.optional(),
  text: z
    .union([text, computedSchema], {
      error:
        'Write a text with members in it ("Order {id}"), or an expression that gives one ({ expression: "…" }).',
    })
    .optional(),
};

/** `result.resource` of a tool. */
export const resourceSchema = z.strictObject({
  content: expression.optional(),
  encoding: z.literal('base64', 'Write base64, or leave it out.').optional(),
  over: size.optional(),
  location: expression.optional(),
  under: text.optional(),
  headers: z.record(z.string(), text).optional(),
  limit: duration.optional(),
  maxSize: size.optional(),
  name: text.optional(),
  mimeType: text.optional(),
});

/** `result` of a tool. */
export const resultSchema = z.strictObject({
  ...ownKeys,
  resource: resourceSchema.optional(),
  misfit: z.literal('text', 'Write text, or leave it out.').optional(),
});
/** `result` of an action. */
export const actionResultSchema = z.strictObject(ownKeys);

/** `result` of a tool, with durations in milliseconds and sizes in bytes. */
export type ResultSource = z.output<typeof resultSchema>;
/** `result.resource`, likewise. */
export type ResourceSource = z.output<typeof resourceSchema>;
