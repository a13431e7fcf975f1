import type { SeenMessage } from '../../core/survey/workflow-record.js';

import { draftArguments, draftOutput } from './draft-arguments.js';
import type { Draft } from './draft-node.js';
import { count, NAMELESS } from './draft-tool.js';

const DEFAULT_DESCRIPTIONS = {
  query: (name: string) => `Asks the workflow of a task for ${name}.`,
  signal: (name: string) => `Sends ${name} to the workflow of a task.`,
  update: (name: string) => `Sends ${name} to the workflow of a task, and returns what it answers.`,
} as const;

/** Describes the arguments, in a comment of their own. */
function describeSent({ kind, sent }: SeenMessage, isPositional: boolean): string[] {
  const [encoding] = sent.unreadable;
  if (kind === 'query') {
    return ['Temporal keeps no arguments of Queries: write them, if it takes any.'];
  }
  if (encoding !== undefined) return [`What was sent is no JSON (${encoding}).`];
  if (sent.count === 0) {
    return ['It was not sent to what was looked at: write its "input", if it takes any.'];
  }
  if (sent.positions.length === 0) return [];
  return [`What ${count(sent.count, 'message')} had.`, ...(isPositional ? [NAMELESS] : [])];
}

/** A message of a Workflow Type as an action. */
export function draftAction(workflowType: string, message: SeenMessage): Draft {
  const { kind, name, description, sent } = message;
  const { input, arguments: layout } = draftArguments(sent);
  const output = kind === 'update' ? draftOutput(message.results) : undefined;
  return {
    value: {
      workflow: workflowType,
      [kind]: name,
      description: description ?? DEFAULT_DESCRIPTIONS[kind](name),
      ...(kind !== 'query' && { annotations: { destructiveHint: true } }),
      ...(input && { input }),
      ...(input && layout && { arguments: layout }),
      ...(output && { output }),
    },
    comments: {
      '': [
        ...(message.isDeclared ? [] : ['No Worker has said that it has a handler for it.']),
        ...describeSent(message, layout !== undefined),
      ],
    },
  };
}
