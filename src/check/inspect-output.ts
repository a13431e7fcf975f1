import type { Reading } from '../core/mapping/expression.js';
import { readsOf } from '../core/mapping/text.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { textLengthOf } from '../core/tool/tool-result.js';
import { readEnding, toResultWords } from '../temporal/describe/read-ending.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { toUnreadableWords } from '../temporal/link/unreadable-payload.js';
import { endedWith, toOutcome } from '../temporal/read/read-outcome.js';

import { findMissing } from './find-missing.js';
import type { Finding } from './finding.js';
import type { RecentExecution } from './recorded-starts.js';

const MAX_RESULTS = 3;

/** Claude Code takes 25,000 tokens of a result, which are about this number of characters. */
const MAX_SHOWN_LENGTH = 100_000;
/** The member of a tool's `_meta` by which Claude Code takes more. */
const MORE = 'anthropic/maxResultSizeChars';

function inspectLength({ name, shown }: ToolDefinition, length: number): Finding[] {
  const allowed = Number(shown._meta?.[MORE] ?? MAX_SHOWN_LENGTH);
  if (length <= allowed) return [];
  const message = `One result had ${length} characters. Claude Code takes about ${MAX_SHOWN_LENGTH} (25,000 tokens): return a part of it by "result.resource" or "result.text", or write "_meta: { ${MORE}: 500000 }".`;
  return [{ level: 'warning', tool: name, path: ['tools', name, 'result'], message }];
}

/** Names in `result` that no result has. */
function inspectNames(tool: ToolDefinition, values: readonly unknown[]): Finding[] {
  const { structured, text, resource } = tool.result ?? {};
  const places: readonly (readonly [string, readonly Reading[]])[] = [
    ['structured', structured?.reads ?? []],
    ['text', text ? readsOf(text) : []],
    ['resource', resource?.content.reads ?? []],
  ];
  const input = Object.keys(tool.shown.inputSchema['properties'] ?? {});
  return places.flatMap(([key, reads]) =>
    reads
      .filter(({ root }) => root === 'result')
      .flatMap((reading): Finding[] => {
        const misfit = findMissing({ ...reading, input }, values);
        const path = ['tools', tool.name, 'result', key];
        return misfit ? [{ ...misfit, tool: tool.name, path }] : [];
      }),
  );
}

/** Checks that results of completed executions can be read, and fit a tool's `output` and `result`. */
export async function inspectOutput(
  calls: TemporalCalls,
  tool: ToolDefinition,
  executions: readonly RecentExecution[],
): Promise<Finding[]> {
  const completed = executions.filter(({ isCompleted }) => isCompleted).slice(0, MAX_RESULTS);
  const reasons: string[] = [];
  const values: unknown[] = [];
  let largest = 0;
  for (const { workflowId, runId } of completed) {
    const ending = await readEnding(calls, { taskId: workflowId, runId });
    if (ending.kind === 'unreadable') {
      const message = `${toUnreadableWords(toResultWords(workflowId), ending.unreadable)} Its tasks are completed, without a value.`;
      return [{ level: 'warning', tool: tool.name, message }];
    }
    const outcome = await toOutcome(ending, workflowId, {
      toolName: tool.name,
      tool,
      scope: {},
    });
    if (ending.kind === 'value') values.push(ending.value);
    if (outcome.kind !== 'result') continue;
    if (outcome.isUnread) reasons.push(endedWith(outcome).statusMessage ?? '');
    largest = Math.max(largest, textLengthOf(outcome.result));
  }
  const [reason] = reasons;
  const others = [...inspectNames(tool, values), ...inspectLength(tool, largest)];
  if (reason === undefined) return others;
  const isNone = reasons.length === completed.length;
  const all = completed.length === 1 ? 'the one result' : `the ${completed.length} results`;
  const which = isNone ? `${all} seen` : `${reasons.length} of ${all} seen`;
  const path = ['tools', tool.name, tool.output ? 'output' : 'result'];
  const message = `${which} cannot be returned: ${reason}`;
  return [{ level: isNone ? 'problem' : 'warning', tool: tool.name, path, message }, ...others];
}
