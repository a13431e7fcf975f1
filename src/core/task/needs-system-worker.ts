import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if a tool's tasks need this package's own Workflows, and so a running Worker. */
export function needsSystemWorker({
  terminateAfterMs,
  webhooks,
  job,
}: Pick<ToolDefinition, 'terminateAfterMs' | 'webhooks' | 'job'>): boolean {
  return terminateAfterMs !== undefined || webhooks !== undefined || job !== undefined;
}
