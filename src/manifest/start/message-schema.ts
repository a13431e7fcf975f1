import * as z from 'zod';

import type { MessageKind, MessageTarget } from '../../core/task/task-message.js';
import { text, key } from '../key.js';

import { argumentsSchema } from './layout.js';

/** The handler of a message: one of these. */
export const targetShape = {
  query: key(text, 'The name of a Query of the Workflow.'),
  signal: key(text, 'The name of a Signal of the Workflow.'),
  update: key(text, 'The name of an Update of the Workflow.'),
};

/** A message that changes the Workflow: `startWith` of a tool, `answer` and `decline` of a question. */
export const messageGroup = z.strictObject({
  signal: targetShape.signal,
  update: targetShape.update,
  arguments: key(
    argumentsSchema,
    'The arguments of the handler: "object", or for each position a property, a constant, or an expression; [] for none.',
  ),
});

type Target = Readonly<Partial<Record<MessageKind, string | undefined>>>;

const KINDS = ['query', 'signal', 'update'] as const;

/** Returns the named handlers. The check demands exactly one. */
export function findTargets(source: Target): readonly MessageTarget[] {
  return KINDS.flatMap((kind) => {
    const name = source[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
}
