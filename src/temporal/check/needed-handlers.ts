import type { ActionCatalog } from '../../core/task/task-action.js';
import type { MessageKind } from '../../core/task/task-message.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

/** A Query, Signal or Update that a manifest counts on. */
export interface NeededHandler {
  readonly kind: MessageKind;
  readonly name: string;
  /** The place in the manifest, in words: `question approval`. */
  readonly by: string;
}

/** Handlers that a tool itself needs. */
export function handlersOfTool({
  start,
  questions = [],
  statusFrom = [],
  progressFrom = [],
}: ToolDefinition): NeededHandler[] {
  const sources = [
    ...statusFrom.map(({ source }) => ({ source, by: 'its status' })),
    ...progressFrom.map(({ source }) => ({ source, by: 'its progress' })),
    ...questions.map(({ source, name }) => ({ source, by: `its question ${name}` })),
  ];
  return [
    ...(start?.message ? [{ ...start.message, by: 'startWith' }] : []),
    ...sources.flatMap(({ source, by }) =>
      source.kind === 'query' ? [{ kind: source.kind, name: source.name, by }] : [],
    ),
    ...questions.flatMap(({ name, answer, decline }) =>
      [answer, ...(decline ? [decline] : [])].map((message) => ({
        ...message,
        by: `its question ${name}`,
      })),
    ),
  ].map(({ kind, name, by }) => ({ kind, name, by }));
}

/** Handlers that the actions of a Workflow Type need. */
export function handlersOfActions(
  actions: ActionCatalog | undefined,
  workflowType: string,
): NeededHandler[] {
  return [...(actions ?? new Map<string, never>()).values()]
    .filter((action) => action.workflowType === workflowType)
    .map(({ name, message }) => ({ ...message, by: `the action ${name}` }));
}
