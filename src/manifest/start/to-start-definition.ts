import type {
  OwnWorkflowId,
  StartDefinition,
  StartMessageDefinition,
} from '../../core/task/start-definition.js';

import { toLayout } from './layout-schema.js';
import type { StartSource } from './start-schema.js';

function toWorkflowId({
  workflowId: template,
  startWith,
  onRunning,
  onEnded,
}: StartSource): OwnWorkflowId | undefined {
  if (template === undefined) return undefined;
  return {
    template,
    // A message with a start means both: a running execution and a new one. Other tools reject by default, so that no
    // work is done twice.
    onRunning: onRunning ?? (startWith ? 'use' : 'reject'),
    onEnded: onEnded ?? (startWith ? 'startAnew' : 'reject'),
  };
}

function toMessage({ startWith }: StartSource): StartMessageDefinition | undefined {
  if (!startWith) return undefined;
  const { signal, update, arguments: written = 'object' } = startWith;
  const layout = toLayout(written);
  return update === undefined
    ? { kind: 'signal', name: signal ?? '', layout }
    : { kind: 'update', name: update, layout };
}

/** The start of a tool's executions; `undefined` if the tool has the defaults. */
export function toStartDefinition(source: StartSource): StartDefinition | undefined {
  const { startDelay, searchAttributes, memo, summary, details, adopt } = source;
  const workflowId = toWorkflowId(source);
  const message = toMessage(source);
  const start: StartDefinition = {
    ...(workflowId && { workflowId }),
    ...(message && { message }),
    ...(adopt !== undefined && { adopts: adopt }),
    ...(startDelay !== undefined && { delay: startDelay }),
    ...(searchAttributes && { searchAttributes }),
    ...(memo && { memo }),
    ...(summary !== undefined && { summary }),
    ...(details !== undefined && { details }),
  };
  return Object.keys(start).length > 0 ? start : undefined;
}
