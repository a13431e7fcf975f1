import type { ToolDefinition } from '../../core/tool/tool-definition.js';

import type { Finding } from './finding.js';
import type { RecentExecution } from './recorded-starts.js';

/** Warns of a timeout that is shorter than recorded executions took: with it, they would have failed. */
export function inspectTimeouts(
  { name, execution }: ToolDefinition,
  executions: readonly RecentExecution[],
): Finding[] {
  const limitMs = Math.min(
    execution.executionTimeoutMs ?? Number.POSITIVE_INFINITY,
    execution.runTimeoutMs ?? Number.POSITIVE_INFINITY,
  );
  const seen = executions.filter(({ hasEndedBadly }) => !hasEndedBadly);
  const longer = seen.filter(({ tookMs }) => tookMs > limitMs);
  if (longer.length === 0) return [];
  const key = limitMs === execution.executionTimeoutMs ? 'executionTimeout' : 'runTimeout';
  const message = `${longer.length} of ${seen.length} executions seen took longer than its ${key} of ${limitMs / 1000} s: such calls fail. Raise it.`;
  return [{ level: 'warning', tool: name, path: ['tools', name, 'workflow', key], message }];
}
