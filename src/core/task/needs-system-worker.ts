import type { ToolDefinition } from '../tool/tool-definition.js';

/** Whether tasks of a tool may have to be ended by this package's own Workflows, for which a Worker has to be there. */
export function needsSystemWorker({
  terminateAfterMs,
  afterTtl,
}: Pick<ToolDefinition, 'terminateAfterMs' | 'afterTtl'>): boolean {
  return terminateAfterMs !== undefined || afterTtl !== 'leave';
}
