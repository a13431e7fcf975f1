import type { ActionCatalog } from '../../core/task/task-action.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import { readWorkflowMetadata } from '../link/workflow-metadata.js';

import { explainError, type Finding } from './finding.js';
import { inspectHandlers } from './inspect-handlers.js';
import { inspectWorkflowType, type WorkflowTypeInspection } from './inspect-workflow-type.js';
import { handlersOfActions, handlersOfTool } from './needed-handlers.js';
import { SeenStarts } from './recorded-starts.js';
import type { Suggest } from './suggest.js';

/** Half of a namespace's default limit: others need some too. */
const VISIBILITY_CALLS_PER_SECOND = 5;
/** Running executions that are asked for their handlers, and how long each may take. */
const MAX_ASKED = 2;
const ASK_LIMIT_MS = 2_000;

/** The tools and actions to check. */
export interface InspectedTools {
  readonly tools: ToolCatalog;
  readonly actions?: ActionCatalog | undefined;
}

async function inspectTool(
  calls: TemporalCalls,
  tool: ToolDefinition,
  {
    inspection,
    actions,
  }: { inspection: WorkflowTypeInspection; actions: InspectedTools['actions'] },
): Promise<Finding[]> {
  const { name, workflowType } = tool;
  try {
    const isAdopting = tool.start?.adopts !== undefined;
    const { findings, executions } = isAdopting
      ? { findings: [], executions: await inspection.seen.find({ workflowType }) }
      : await inspectWorkflowType(tool, inspection);
    const needed = [...handlersOfTool(tool), ...handlersOfActions(actions, workflowType)];
    const asked = executions.filter(({ isOpen }) => isOpen).slice(0, MAX_ASKED);
    const metadata =
      needed.length === 0 ? undefined : await readWorkflowMetadata(calls, asked, ASK_LIMIT_MS);
    const { suggest } = inspection;
    return [...findings, ...inspectHandlers(needed, metadata, { tool: name, suggest })];
  } catch (error) {
    const message = `whether its Workflow runs cannot be told: ${explainError(error)}`;
    return [{ level: 'unknown', tool: name, message }];
  }
}

/**
 * Checks the Workflows of tools by recent executions, without starting anything: that they run, take such arguments,
 * and have the needed handlers.
 */
export async function inspectWorkflows(
  calls: TemporalCalls,
  { tools, actions }: InspectedTools,
  suggest: Suggest,
): Promise<Finding[]> {
  const seen = new SeenStarts(calls, new VisibilityLimit(VISIBILITY_CALLS_PER_SECOND));
  const findings: Finding[] = [];
  for (const tool of tools.values()) {
    const inspection = { seen, suggest, nowMs: Date.now() };
    findings.push(...(await inspectTool(calls, tool, { inspection, actions })));
  }
  return findings;
}
