import type { ToolDefinition } from '../tool/tool-definition.js';

/** Returns true if a tool's tasks need this package's own Workflows, and so a running Worker. */
export function needsSystemWorker({ cancel, webhooks, work }: ToolDefinition): boolean {
  return cancel.terminateAfterMs !== undefined || webhooks.length > 0 || work !== undefined;
}
