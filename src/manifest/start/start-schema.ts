/** The keys of a tool that say how its executions are started. */
import { z } from 'zod';

import { duration } from '../duration.js';
import { text } from '../file/text.js';

import { argumentsSchema } from './layout-schema.js';

const NO_DELAY =
  'Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").';

/** An argument alone: `{start_at}`. */
const placeholder = z.string().regex(/^\{\w+\}$/, NO_DELAY);

/** `startWith`: a Signal or an Update. */
export const startWithSchema = z.strictObject({
  signal: text.optional(),
  update: text.optional(),
  arguments: argumentsSchema.optional(),
});

/** Texts with arguments in them, by name. */
const values = z.record(z.string().min(1, 'Must not be empty.'), text);

/** `workflowId` and all that goes with it. */
export const startKeys = {
  workflowId: text.optional(),
  onRunning: z.enum(['reject', 'use']).optional(),
  onEnded: z.enum(['reject', 'startAnew', 'startAnewIfFailed']).optional(),
  startWith: startWithSchema.optional(),
  adopt: text.optional(),
  startDelay: z.union([placeholder, duration], { error: NO_DELAY }).optional(),
  searchAttributes: values.optional(),
  memo: values.optional(),
  summary: text.optional(),
  details: text.optional(),
};

/** These keys of a tool, with durations in milliseconds. */
export type StartSource = z.output<z.ZodObject<typeof startKeys>>;
