import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { readEnding, RESULT } from '../temporal/describe/read-ending.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { toUnreadableWords } from '../temporal/link/unreadable-payload.js';
import { toOutcome } from '../temporal/read/read-outcome.js';

import type { Finding } from './finding.js';
import type { RecentExecution } from './recorded-starts.js';

const MAX_RESULTS = 3;

/** Checks that results of completed executions can be read, and fit a tool's `output` and `result`. */
export async function inspectOutput(
  calls: TemporalCalls,
  tool: ToolDefinition,
  executions: readonly RecentExecution[],
): Promise<Finding[]> {
  const completed = executions.filter(({ isCompleted }) => isCompleted).slice(0, MAX_RESULTS);
  const reasons: string[] = [];
  for (const { workflowId, runId } of completed) {
    const ending = await readEnding(calls, { taskId: workflowId, runId });
    if (ending.kind === 'unreadable') {
      const message = `${toUnreadableWords(RESULT, ending.unreadable)} Its tasks are completed, without a value.`;
      return [{ level: 'warning', tool: tool.name, message }];
    }
    const outcome = await toOutcome(ending, workflowId, { toolName: tool.name, tool });
    if (outcome.kind === 'error') reasons.push(outcome.error.message);
  }
  const [reason] = reasons;
  if (reason === undefined) return [];
  const isNone = reasons.length === completed.length;
  const all = completed.length === 1 ? 'the one result' : `the ${completed.length} results`;
  const which = isNone ? `${all} seen would fail` : `${reasons.length} of ${all} seen would fail`;
  const path = ['tools', tool.name, tool.validateOutput ? 'output' : 'result'];
  const message = `${which} the task: ${reason} Widen "output", or shape the result with "result".`;
  return [{ level: isNone ? 'problem' : 'warning', tool: tool.name, path, message }];
}
