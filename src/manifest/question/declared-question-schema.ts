import { z } from 'zod';

import { text } from '../file/text.js';
import { argumentsSchema } from '../start/layout-schema.js';
import { targetShape } from '../start/message-schema.js';

import { memberPath, sourceShape } from './source-schema.js';

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'Write a text, a number, true or false, or a list of them.',
});

/** `when` of a question: a place, and the value at which it is open. */
export const whenSchema = z.strictObject({
  ...sourceShape,
  path: memberPath.optional(),
  is: z.union([scalar, z.array(scalar).min(1, 'Name one value at least.')]).optional(),
  id: memberPath.optional(),
});

/** `answer` and `decline` of a question. */
export const answerSchema = z.strictObject({
  signal: targetShape.signal,
  update: targetShape.update,
  arguments: argumentsSchema.optional(),
});

/** One of `questions` of a tool. */
export const declaredQuestionSchema = z.strictObject({
  when: whenSchema,
  message: text,
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(text).optional(),
  answer: answerSchema,
  decline: answerSchema.optional(),
});

/** One of `questions`, with durations in milliseconds. */
export type DeclaredQuestionSource = z.output<typeof declaredQuestionSchema>;
