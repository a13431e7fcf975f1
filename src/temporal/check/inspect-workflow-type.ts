/**
 * Checks by recent executions that a Workflow Type runs on a tool's Task Queue: Temporal does not know which Workers
 * have registered it.
 */
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

import { compareArguments } from './compare-arguments.js';
import type { Finding } from './finding.js';
import type { RecentExecution, RecordedStart, SeenStarts } from './recorded-starts.js';
import { toSampleArguments } from './sample-arguments.js';
import type { Suggest } from './suggest.js';

const MAX_TYPES_NAMED = 8;

/** How long ago something was, roughly. */
function toAge(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 2) return 'a moment ago';
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

export interface WorkflowTypeInspection {
  readonly seen: SeenStarts;
  readonly suggest: Suggest;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Of executions on the right Task Queue: whether the latest that says anything has run. */
function judgeStarts(
  { name: tool, workflowType, taskQueue }: ToolDefinition,
  starts: readonly RecordedStart[],
  nowMs: number,
): Finding {
  const telling = starts.find(({ hasRun, failure }) => hasRun || failure !== undefined);
  const [latest] = starts;
  if (!telling) {
    const age = toAge(nowMs - (latest?.startedAtMs ?? nowMs));
    const message = `whether a Worker has registered ${workflowType} cannot be told: it was started on Task Queue ${taskQueue} ${age}, and nobody has taken it.`;
    return { level: 'unknown', tool, message };
  }
  const age = toAge(nowMs - telling.startedAtMs);
  if (telling.hasRun) {
    return { level: 'ok', tool, message: `${workflowType} ran on Task Queue ${taskQueue} ${age}.` };
  }
  const message = `${workflowType} was started on Task Queue ${taskQueue} ${age}, and could not run (${telling.workflowId}): ${firstLine(telling.failure ?? '')}`;
  return { level: 'problem', tool, message };
}

/** Of a Workflow Type that has not been seen on the Task Queue. */
async function judgeUnseen(
  { name: tool, workflowType, taskQueue }: ToolDefinition,
  { seen, suggest, nowMs }: WorkflowTypeInspection,
): Promise<Finding> {
  const [elsewhere] = await seen.find({ workflowType });
  if (elsewhere) {
    const age = toAge(nowMs - elsewhere.startedAtMs);
    const message = `${workflowType} was never seen on Task Queue ${taskQueue}, but on ${elsewhere.taskQueue}, ${age}: is "taskQueue" right?`;
    return { level: 'warning', tool, message };
  }
  const types = [
    ...new Set((await seen.find({ taskQueue })).map((execution) => execution.workflowType)),
  ];
  const meant = suggest(workflowType, types);
  if (meant !== undefined) {
    const message = `${workflowType} was never seen, but ${meant} was, on the same Task Queue: is the name right?`;
    return { level: 'warning', tool, message };
  }
  const others = types.slice(0, MAX_TYPES_NAMED).join(', ');
  const message = `whether a Worker has registered ${workflowType} cannot be told: it was never seen${others === '' ? '' : `. On Task Queue ${taskQueue} ran ${others}`}.`;
  return { level: 'unknown', tool, message };
}

async function judgeArguments(
  tool: ToolDefinition,
  starts: readonly RecordedStart[],
  suggest: Suggest,
): Promise<Finding[]> {
  const ran = starts.filter(({ hasRun }) => hasRun);
  const given = await toSampleArguments(tool);
  if (ran.length === 0 || !given) return [];
  const inputs = ran.map((start) => start.arguments);
  const disagreements = compareArguments(inputs, given, suggest);
  const of = `of ${tool.workflowType}, by ${inputs.length === 1 ? 'the one start' : `${inputs.length} starts`} seen`;
  if (disagreements.length === 0) {
    return [{ level: 'ok', tool: tool.name, message: `its arguments are like those ${of}.` }];
  }
  return disagreements.map(({ level, message }) => ({
    level,
    tool: tool.name,
    message: `${of}: ${message}`,
  }));
}

/** Findings about a tool's Workflow Type and its arguments, and the executions of it on its Task Queue. */
export async function inspectWorkflowType(
  tool: ToolDefinition,
  inspection: WorkflowTypeInspection,
): Promise<{
  readonly findings: readonly Finding[];
  readonly executions: readonly RecentExecution[];
}> {
  const { seen, suggest, nowMs } = inspection;
  const { workflowType, taskQueue } = tool;
  const executions = await seen.find({ workflowType, taskQueue });
  if (executions.length === 0) {
    return { findings: [await judgeUnseen(tool, inspection)], executions };
  }
  const starts = await seen.read(executions);
  const findings = [
    judgeStarts(tool, starts, nowMs),
    ...(await judgeArguments(tool, starts, suggest)),
  ];
  return { findings, executions };
}
