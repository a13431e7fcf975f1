import type { MessageKind, MessageTarget } from '../../core/task/task-message.js';
import { text } from '../file/text.js';

/** The handler of a message: one of these. */
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
