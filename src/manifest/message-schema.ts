import { z } from 'zod';

import type { MessageKind, MessageTarget } from '../core/task-message.js';

import { text } from './text.js';

/** One argument: the name of what is filled in, or a constant. */
const argument = z.union([text, z.strictObject({ value: z.json() })], {
  error: 'Write the name of a property, or a constant: { value: … }.',
});

/** How what is filled in becomes the arguments of a handler. */
export const argumentsSchema = z.union([z.literal('object'), z.array(argument)], {
  error: 'Write "object", or a list of properties and constants: [note, { value: true }].',
});

/** Which handler of a Workflow a message is for: one of these is written. */
export const targetShape = {
  query: text.optional(),
  signal: text.optional(),
  update: text.optional(),
};

type Target = Readonly<Partial<Record<MessageKind, string | undefined>>>;

const KINDS = ['query', 'signal', 'update'] as const;

/** The handlers that are named, of which there ought to be one. */
export function findTargets(source: Target): readonly MessageTarget[] {
  return KINDS.flatMap((kind) => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
}
