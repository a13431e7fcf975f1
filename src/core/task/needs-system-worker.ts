import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if this package's own Workflows may have to end a tool's tasks. They need a running Worker. */
export function needsSystemWorker({
  terminateAfterMs,
  ttlWhenOver,
}: Pick<ToolDefinition, 'terminateAfterMs' | 'ttlWhenOver'>): boolean {
  return terminateAfterMs !== undefined || ttlWhenOver !== 'leave';
}
