import { pathsIn } from '../../core/tool/fill-in.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toUnreadableWords, type UnreadablePayload } from '../link/unreadable-payload.js';
import { readEnding, RESULT } from '../read/read-ending.js';
import { toOutcome } from '../read/read-outcome.js';

import type { Finding } from './finding.js';
import type { RecentExecution } from './recorded-starts.js';
import { findMissing } from './sources/judge-values.js';
import type { Suggest } from './suggest.js';

/** Maximum number of results to read. */
const MAX_RESULTS = 3;

/** Checks that results of completed executions have the members that a result's text names. */
function inspectText(
  { name, result }: ToolDefinition,
  values: readonly unknown[],
  suggest: Suggest,
): Finding[] {
  const paths = typeof result?.text === 'string' ? pathsIn(result.text) : [];
  const path = ['tools', name, 'result', 'text'];
  return [...new Set(paths)].flatMap((member): Finding[] => {
    const missing = findMissing({ path: member, wanted: 'anything', keys: [] }, values, suggest);
    if (!missing) return [];
    const message = `its text: what it returned ${missing.message}.`;
    return [{ level: missing.level, tool: name, path, message }];
  });
}

function describeUnreadable({ name }: ToolDefinition, unreadable: UnreadablePayload): Finding {
  const message = `${toUnreadableWords(RESULT, unreadable)} Its tasks are completed, without a value.`;
  return { level: 'warning', tool: name, message };
}

/** Checks that results of completed executions can be read, and fit a tool's `output` and `result`. */
export async function inspectOutput(
  calls: TemporalCalls,
  tool: ToolDefinition,
  { executions, suggest }: { readonly executions: readonly RecentExecution[]; suggest: Suggest },
): Promise<Finding[]> {
  const completed = executions.filter(({ isCompleted }) => isCompleted).slice(0, MAX_RESULTS);
  const reasons: string[] = [];
  const values: unknown[] = [];
  for (const { workflowId, runId } of completed) {
    const ending = await readEnding(calls, { taskId: workflowId, runId });
    if (ending.kind === 'value') values.push(ending.value);
    if (ending.kind === 'unreadable') return [describeUnreadable(tool, ending.unreadable)];
    const named = { toolName: tool.name, tool };
    const outcome = await toOutcome(ending, workflowId, named);
    if (outcome.kind === 'error') reasons.push(outcome.error.message);
  }
  const [reason] = reasons;
  if (reason === undefined) return inspectText(tool, values, suggest);
  const isNone = reasons.length === completed.length;
  const all = completed.length === 1 ? 'the one result' : `the ${completed.length} results`;
  const which = isNone ? `${all} seen would fail` : `${reasons.length} of ${all} seen would fail`;
  const path = ['tools', tool.name, tool.validateOutput ? 'output' : 'result'];
  const message = `${which} the task: ${reason} Widen "output", or shape the result with "result".`;
  return [{ level: isNone ? 'problem' : 'warning', tool: tool.name, path, message }];
}
