import { z } from 'zod';

import { annotationsSchema } from './annotations-schema.js';
import { allowSchema, scopesSchema } from './auth-schema.js';
import { duration } from './duration.js';
import { argumentsSchema } from './layout-schema.js';
import { targetShape } from './message-schema.js';
import { objectSchema } from './object-schema.js';
import { actionResultSchema } from './result-schema.js';
import { text } from './text.js';

/** One of `actions`. */
export const actionSchema = z.strictObject({
  workflow: text,
  ...targetShape,
  title: text.optional(),
  description: text.optional(),
  annotations: annotationsSchema.optional(),
  input: objectSchema.optional(),
  output: objectSchema.optional(),
  arguments: argumentsSchema.optional(),
  result: actionResultSchema.optional(),
  limit: duration.optional(),
  answerWithin: duration.optional(),
  scopes: scopesSchema.optional(),
  allow: allowSchema.optional(),
});

/** One of `actions`, with durations in milliseconds. */
export type ActionSource = z.output<typeof actionSchema>;
/** The same before parsing, as a TypeScript user writes it. */
export type ActionInput = z.input<typeof actionSchema>;
