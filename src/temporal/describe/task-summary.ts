import type { TaskMeta } from '../../core/contract/contract.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { toLine } from '../../core/value/quote.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';

/** Longest shown summary, in characters: it is the title of a page. */
const MAX_SUMMARY = 200;

/** The summary of a start whose tool declares none, for readers of Temporal's own pages. */
export function toDefaultSummary(toolName: string): string {
  return `MCP task: ${toolName}`;
}

/**
 * Reads the summary that an execution was started with. `undefined`: it has none of its own. Only a tool with
 * `workflow.summary` and executions of other starters cost a decoding.
 */
export async function readTaskSummary(
  { payloads }: TemporalCalls,
  {
    taskId,
    execution,
    meta,
  }: {
    readonly taskId: string;
    readonly execution: Pick<DescribedExecution, 'raw'>;
    readonly meta: TaskMeta;
  },
  tool: ToolDefinition | undefined,
): Promise<string | undefined> {
  const payload = execution.raw.executionConfig?.userMetadata?.summary;
  const isAdopted = meta.protocolVersion === '';
  if (!payload || !(isAdopted || tool?.start.summary)) return undefined;
  const place = { workflowId: taskId, what: 'the summary of the workflow' };
  const { value } = await payloads.read(payload, place);
  if (typeof value !== 'string' || value === toDefaultSummary(meta.toolName)) return undefined;
  const summary = toLine(value, MAX_SUMMARY).trim();
  return summary === '' ? undefined : summary;
}
