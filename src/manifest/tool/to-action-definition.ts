import type { ActionDefinition } from '../../core/task/task-action.js';
import type { MessageTarget } from '../../core/task/task-message.js';
import type { ArgumentLayout } from '../../core/tool/argument-layout.js';
import type { ToolAnnotations } from '../../core/tool/tool-definition.js';
import { toLayout } from '../start/layout-schema.js';

import type { ActionSource } from './action-schema.js';
import { toResultMapping } from './to-result-mapping.js';
import type { CompiledSchemas } from './to-tool-definition.js';

/** A Worker that is there answers in milliseconds, and one that has to replay a long history in seconds. */
const DEFAULT_LIMIT_MS = 10_000;

/** Annotations of every Query. */
const QUERY_ANNOTATIONS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };

/** A handler that is sent nothing takes no argument at all. */
export function toActionLayout({ input, arguments: layout }: ActionSource): ArgumentLayout {
  return toLayout(layout ?? (input ? 'object' : []));
}

/** An action with every default filled in. */
export function toActionDefinition(
  name: string,
  { source, message }: { readonly source: ActionSource; readonly message: MessageTarget },
  { inputSchema, parseInput, validateOutput }: CompiledSchemas,
): ActionDefinition {
  const { title, description, annotations = {}, output, workflow, limit, answerWithin } = source;
  const { scopes, allow, result } = source;
  const written = Object.fromEntries(
    Object.entries(annotations).filter(([, value]) => value !== undefined),
  );
  const hints = message.kind === 'query' ? { ...QUERY_ANNOTATIONS, ...written } : written;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
    inputSchema,
    ...(output && { outputSchema: output }),
    parseInput,
    ...(validateOutput && {
      validateOutput: async (value, owner) => (await validateOutput(value, owner)) ?? [],
    }),
    ...(result && { result: toResultMapping(result) }),
    workflowType: workflow,
    message,
    limitMs: limit ?? DEFAULT_LIMIT_MS,
    ...(answerWithin !== undefined && { answerWithinMs: answerWithin }),
    ...(scopes && { scopes }),
    ...(allow && { allow }),
  };
}
