import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if this package's own Workflow may have to end a tool's tasks. It needs a running Worker. */
export function needsSystemWorker({
  terminateAfterMs,
}: Pick<ToolDefinition, 'terminateAfterMs'>): boolean {
  return terminateAfterMs !== undefined;
}
