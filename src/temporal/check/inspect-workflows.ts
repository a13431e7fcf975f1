import type { ActionCatalog } from '../../core/task/task-action.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import { readWorkflowMetadata } from '../link/workflow-metadata.js';

import { explainError, type Finding } from './finding.js';
import { inspectHandlers } from './inspect-handlers.js';
import { inspectIds } from './inspect-ids.js';
import { inspectMessages } from './inspect-messages.js';
import { inspectOutput } from './inspect-output.js';
import { inspectTimeouts } from './inspect-timeouts.js';
import {
  type InspectedType,
  inspectWorkflowType,
  type WorkflowTypeInspection,
} from './inspect-workflow-type.js';
import { handlersOfActions, handlersOfTool } from './needed-handlers.js';
import { SeenStarts } from './recorded-starts.js';
import { inspectSources } from './sources/inspect-sources.js';
import type { Suggest } from './suggest.js';

/** Half of a namespace's default limit, so that other clients can make calls, too. */
const VISIBILITY_CALLS_PER_SECOND = 5;
/** Maximum number of executions that are asked for their handlers, and the time limit of each, in milliseconds. */
const MAX_ASKED = 3;
const ASK_LIMIT_MS = 2_000;
/** Maximum history of an asked execution that has closed, in events: a Worker replays all of it before it answers. */
const MAX_EVENTS_ASKED = 2_000;

/** The tools and actions to check. */
export interface InspectedTools {
  readonly tools: ToolCatalog;
  readonly server: { readonly name: string };
  readonly actions?: ActionCatalog | undefined;
}

/** Checks that the Workflow has the handlers that the manifest needs, and that the manifest sends fitting arguments. */
async function inspectNeeded(
  calls: TemporalCalls,
  tool: ToolDefinition,
  {
    seen: { executions, starts },
    actions,
    suggest,
  }: {
    readonly seen: InspectedType;
    readonly actions: InspectedTools['actions'];
    readonly suggest: Suggest;
  },
): Promise<Finding[]> {
  const needed = [...handlersOfTool(tool), ...handlersOfActions(actions, tool.workflowType)];
  if (needed.length === 0) return [];
  const asked = executions
    .filter(
      // A failed execution may have ended before it registered all of its handlers.
      ({ isOpen, hasEndedBadly, historyLength }) =>
        isOpen || (!hasEndedBadly && historyLength <= MAX_EVENTS_ASKED),
    )
    .sort((one, two) => Number(two.isOpen) - Number(one.isOpen))
    .slice(0, MAX_ASKED);
  const metadata = await readWorkflowMetadata(calls, asked, ASK_LIMIT_MS);
  const named = { tool: tool.name, suggest };
  return [
    ...inspectHandlers(needed, metadata, named),
    ...(await inspectMessages(needed, starts, named)),
  ];
}

/** Finds the executions of a tool that adopts them. */
async function findAdopted(
  { workflowType }: ToolDefinition,
  { seen }: WorkflowTypeInspection,
): Promise<InspectedType> {
  const executions = await seen.find({ workflowType });
  return { findings: [], executions, starts: await seen.read(executions) };
}

async function inspectTool(
  calls: TemporalCalls,
  tool: ToolDefinition,
  {
    inspection,
    actions,
  }: { inspection: WorkflowTypeInspection; actions: InspectedTools['actions'] },
): Promise<Finding[]> {
  try {
    const isAdopting = tool.start?.adopts !== undefined;
    const seen = await (isAdopting
      ? findAdopted(tool, inspection)
      : inspectWorkflowType(tool, inspection));
    const { suggest } = inspection;
    return [
      ...seen.findings,
      ...inspectIds(tool, seen),
      ...(await inspectNeeded(calls, tool, { seen, actions, suggest })),
      ...(await inspectSources(calls, tool, { seen, suggest })),
      ...(await inspectOutput(calls, tool, { executions: seen.executions, suggest })),
      ...inspectTimeouts(tool, seen.executions),
    ];
  } catch (error) {
    const message = `whether its Workflow runs cannot be told: ${explainError(error)}`;
    return [{ level: 'unknown', tool: tool.name, message }];
  }
}

/**
 * Checks the Workflows of tools by recent executions, without a start. The Workflows must run, take the tools'
 * arguments, have the needed handlers, and show and return the values that the tools count on.
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
