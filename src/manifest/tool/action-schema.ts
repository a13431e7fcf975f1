import { z } from 'zod';

import { duration } from '../duration.js';
import { text } from '../file/text.js';
import { allowSchema, scopesSchema } from '../person/auth-schema.js';
import { objectSchema } from '../schema/object-schema.js';
import { argumentsSchema } from '../start/layout-schema.js';
import { targetShape } from '../start/message-schema.js';

import { annotationsSchema } from './annotations-schema.js';
import { actionResultSchema } from './result-schema.js';

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
