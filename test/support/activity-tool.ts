import type { ActivityStart } from '../../src/core/tool/activity-start.js';
import type { ToolDefinition } from '../../src/core/tool/tool-definition.js';

/** Returns a tool like another one, whose work is a Standalone Activity. */
export function asActivityTool(
  { start, ...tool }: ToolDefinition,
  type: string,
  more: Partial<ActivityStart> = {},
): ToolDefinition {
  const { taskQueue, idConflictPolicy, idReusePolicy } = start;
  return {
    ...tool,
    showActivityFailures: true,
    start: {
      kind: 'activity',
      type,
      taskQueue,
      idConflictPolicy,
      idReusePolicy,
      startToCloseTimeoutMs: 60_000,
      heartbeatTimeoutMs: 1_000,
      ...more,
    },
  };
}
