import type { ToolDefinition } from '../../src/core/tool/tool-definition.js';
import type { ActivityStart } from '../../src/definition/tool/activity.js';

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
      startToCloseTimeout: 60_000,
      heartbeatTimeout: 1_000,
      ...more,
    },
  };
}
