/**
 * Checks by recent executions that a Workflow Type runs on a tool's Task Queue. Temporal doesn't know which Workers
 * have registered it.
 */
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

import { compareArguments } from './compare-arguments.js';
import type { Finding } from './finding.js';
import type { RecentExecution, RecordedStart, SeenStarts } from './recorded-starts.js';
import { toSampleArguments } from './sample-arguments.js';
import type { Suggest } from './suggest.js';

const MAX_TYPES_NAMED = 8;

/** Returns the approximate age of an execution in words. */
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

/** Matches the SDKs' messages for a Workflow Type that a Worker has not registered. */
const NOT_REGISTERED =
  /no such function is exported|not registered|unable to find workflow type|unknown workflow type/i;

function pathOf({ name }: ToolDefinition, ...keys: string[]): readonly string[] {
  return ['tools', name, ...keys];
}

/**
 * Judges by executions on the tool's Task Queue. The latest conclusive execution counts: it has run, or a Worker did
 * not know its type.
 */
function judgeStarts(
  tool: ToolDefinition,
  starts: readonly RecordedStart[],
  { nowMs, suggest }: WorkflowTypeInspection,
): Finding {
  const { name, workflowType, taskQueue } = tool;
  const place = { tool: name, path: pathOf(tool, 'workflow', 'type') };
  const ageOf = ({ startedAtMs }: RecordedStart): string => toAge(nowMs - startedAtMs);
  // An open execution runs once a Worker has the Workflow Type, so `!hasRun` means that it is still missing.
  const isUnregistered = ({ hasRun, isOpen, failure = '' }: RecordedStart): boolean =>
    !hasRun && isOpen && NOT_REGISTERED.test(failure);
  const telling = starts.find((start) => start.hasRun || isUnregistered(start));
  if (telling?.hasRun) {
    const message = `${workflowType} ran on Task Queue ${taskQueue} ${ageOf(telling)}.`;
    return { level: 'ok', tool: name, message };
  }
  if (telling) {
    const failure = firstLine(telling.failure ?? '');
    const meant = suggest(workflowType, knownTypesIn(failure));
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message = `no Worker on Task Queue ${taskQueue} has registered ${workflowType}: it was started there ${ageOf(telling)}, and could not run (${telling.workflowId}): ${failure}${hint}`;
    return { level: 'problem', ...place, message };
  }
  const failed = starts.find(({ failure }) => failure !== undefined);
  if (failed) {
    const message = `${workflowType} has not run on Task Queue ${taskQueue}: it was started ${ageOf(failed)}, and its code failed (${failed.workflowId}): ${firstLine(failed.failure ?? '')} That start may have been wrong itself.`;
    return { level: 'warning', ...place, message };
  }
  const [latest] = starts;
  const message = `whether a Worker has registered ${workflowType} cannot be told: it was started on Task Queue ${taskQueue} ${latest ? ageOf(latest) : 'lately'}, and nobody has taken it.`;
  return { level: 'unknown', tool: name, message };
}

/** Returns the Workflow Types that a Worker's message lists. */
function knownTypesIn(failure: string): string[] {
  return (
    (failure.split(/available workflows|supported types|known types/i)[1] ?? '').match(
      /[\w.$-]+/g,
    ) ?? []
  );
}

function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Judges a Workflow Type without executions on the Task Queue. */
async function judgeUnseen(
  tool: ToolDefinition,
  { seen, suggest, nowMs }: WorkflowTypeInspection,
): Promise<Finding> {
  const { name, workflowType, taskQueue } = tool;
  const [elsewhere] = await seen.find({ workflowType });
  if (elsewhere) {
    const age = toAge(nowMs - elsewhere.startedAtMs);
    const message = `${workflowType} was never seen on Task Queue ${taskQueue}, but on ${elsewhere.taskQueue}, ${age}: is "taskQueue" right?`;
    return { level: 'warning', tool: name, path: pathOf(tool, 'workflow', 'taskQueue'), message };
  }
  const types = [
    ...new Set((await seen.find({ taskQueue })).map((execution) => execution.workflowType)),
  ];
  const path = pathOf(tool, 'workflow', 'type');
  const same = types.find((type) => withoutSeparators(type) === withoutSeparators(workflowType));
  if (same !== undefined) {
    const message = `${workflowType} was never seen, but ${same} was, on the same Task Queue, which differs in case or separators alone. Write "workflow: ${same}".`;
    return { level: 'problem', tool: name, path, message };
  }
  const meant = suggest(workflowType, types);
  if (meant !== undefined) {
    const message = `${workflowType} was never seen, but ${meant} was, on the same Task Queue: is the name right? A call to a type that no Worker has waits for ever.`;
    return { level: 'warning', tool: name, path, message };
  }
  const others = types.slice(0, MAX_TYPES_NAMED).join(', ');
  if (others === '') {
    const message = `whether a Worker has registered ${workflowType} cannot be told: it was never seen, nor was any other on Task Queue ${taskQueue}.`;
    return { level: 'unknown', tool: name, message };
  }
  const message = `${workflowType} was never seen, so no Worker may have it, and a call would wait for ever. On Task Queue ${taskQueue} ran ${others}. Start one, and check again.`;
  return { level: 'warning', tool: name, path, message };
}

/** Returns the path of `workflow.arguments`, or of `input` if arguments are not laid out. */
function pathOfArguments(tool: ToolDefinition): readonly string[] {
  const isLaidOut = tool.layout !== undefined && tool.layout !== 'object';
  return isLaidOut ? pathOf(tool, 'workflow', 'arguments') : pathOf(tool, 'input');
}

async function judgeArguments(
  tool: ToolDefinition,
  starts: readonly RecordedStart[],
  suggest: Suggest,
): Promise<Finding[]> {
  // Wrong arguments may be the reason of a failure, so failed starts are left out.
  const ran = starts.filter((start) => start.hasRun && !start.hasEndedBadly);
  const given = await toSampleArguments(tool);
  if (ran.length === 0 || !given) return [];
  const inputs = ran.map((start) => start.arguments);
  const disagreements = compareArguments(inputs, given, { suggest });
  const of = `of ${tool.workflowType}, by ${inputs.length === 1 ? 'the one start' : `${inputs.length} starts`} seen`;
  if (disagreements.length === 0) {
    return [{ level: 'ok', tool: tool.name, message: `its arguments are like those ${of}.` }];
  }
  const path = pathOfArguments(tool);
  return disagreements.map(({ level, message }) => ({
    level,
    tool: tool.name,
    path,
    message: `${of}: ${message}`,
  }));
}

/** Findings about a tool's Workflow Type, and the executions behind them. */
export interface InspectedType {
  readonly findings: readonly Finding[];
  /** Executions on its Task Queue, latest first. */
  readonly executions: readonly RecentExecution[];
  /** Executions whose histories were read. */
  readonly starts: readonly RecordedStart[];
}

/** Returns findings about a tool's Workflow Type and arguments, with its executions on the Task Queue. */
export async function inspectWorkflowType(
  tool: ToolDefinition,
  inspection: WorkflowTypeInspection,
): Promise<InspectedType> {
  const { seen, suggest } = inspection;
  const { workflowType, taskQueue } = tool;
  const executions = await seen.find({ workflowType, taskQueue });
  if (executions.length === 0) {
    return { findings: [await judgeUnseen(tool, inspection)], executions, starts: [] };
  }
  const starts = await seen.read(executions);
  const findings = [
    judgeStarts(tool, starts, inspection),
    ...(await judgeArguments(tool, starts, suggest)),
  ];
  return { findings, executions, starts };
}
