/**
 * Checks the Workflows of tools by recent executions, without a start: the type runs, takes the arguments, has the
 * handlers, and shows its questions. Temporal doesn't know which Workers have registered a type.
 */
import type { AuthSettings } from '../core/person/auth-settings.js';
import type { ActionCatalog } from '../core/task/task-action.js';
import type { ToolCatalog, ToolDefinition } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import { isDenied } from '../temporal/link/from-temporal-error.js';
import { saysUnknownType } from '../temporal/link/service-texts.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { Visibility } from '../temporal/link/visibility.js';

import { compareArguments, doIgnoreMore, toSampleArguments } from './compare-arguments.js';
import { explainError, type Finding } from './finding.js';
import { IdPattern } from './id-pattern.js';
import { findNeededHandlers, inspectHandlers, inspectMessages } from './inspect-handlers.js';
import { inspectNamesInIds } from './inspect-names-in-ids.js';
import { inspectOutput } from './inspect-output.js';
import { inspectReadings } from './inspect-readings.js';
import { readHandlers } from './read-handlers.js';
import {
  type InspectedExecutions,
  type RecentExecution,
  type RecordedStart,
  SeenStarts,
} from './recorded-starts.js';

const MAX_TYPES_NAMED = 8;

export interface InspectedTools {
  readonly tools: ToolCatalog;
  readonly server: { readonly name: string };
  readonly actions?: ActionCatalog | undefined;
  /** Absent: the server asks for no tokens. */
  readonly auth?: AuthSettings | undefined;
}

function toAge({ startedAtMs }: RecentExecution): string {
  const minutes = Math.round((Date.now() - startedAtMs) / 60_000);
  if (minutes < 2) return 'a moment ago';
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

function pathOf({ name }: ToolDefinition, ...keys: string[]): readonly string[] {
  return ['tools', name, ...keys];
}

function knownTypesIn(failure: string): string[] {
  const [, list = ''] = failure.split(/available workflows|supported types|known types/i);
  return list.match(/[\w.$-]+/g) ?? [];
}

/**
 * Judges by executions on the tool's Task Queue. The latest conclusive execution counts: it has run, or a Worker did
 * not know its type.
 */
function judgeStarts(tool: ToolDefinition, starts: readonly RecordedStart[]): Finding {
  const { name } = tool;
  const { type: workflowType, taskQueue } = tool.start;
  const place = { tool: name, path: pathOf(tool, 'workflow', 'type') };
  // An open execution runs once a Worker has the Workflow Type, so `!hasRun` means that it is still missing.
  const isUnregistered = ({ hasRun, isOpen, failure = '' }: RecordedStart): boolean =>
    !hasRun && isOpen && saysUnknownType(failure);
  const telling = starts.find((start) => start.hasRun || isUnregistered(start));
  if (telling?.hasRun) {
    const message = `${workflowType} ran on Task Queue ${taskQueue} ${toAge(telling)}.`;
    return { level: 'ok', tool: name, message };
  }
  if (telling) {
    const failure = firstLine(telling.failure ?? '');
    const meant = nearestName(workflowType, knownTypesIn(failure));
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message = `no Worker on Task Queue ${taskQueue} has registered ${workflowType}: it was started there ${toAge(telling)}, and could not run (${telling.workflowId}): ${failure}${hint}`;
    return { level: 'problem', ...place, message };
  }
  const failed = starts.find(({ failure }) => failure !== undefined);
  if (failed) {
    const message = `${workflowType} has not run on Task Queue ${taskQueue}: it was started ${toAge(failed)}, and its code failed (${failed.workflowId}): ${firstLine(failed.failure ?? '')} That start may have been wrong itself.`;
    return { level: 'warning', ...place, message };
  }
  const [latest] = starts;
  const message = `whether a Worker has registered ${workflowType} cannot be determined: it was started on Task Queue ${taskQueue} ${latest ? toAge(latest) : 'recently'}, and no Worker has taken it.`;
  return { level: 'unknown', tool: name, message };
}

function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Judges a Workflow Type without executions on the Task Queue. */
async function judgeUnseen(tool: ToolDefinition, seen: SeenStarts): Promise<Finding> {
  const { name } = tool;
  const { type: workflowType, taskQueue } = tool.start;
  const [elsewhere] = await seen.find({ workflowType });
  if (elsewhere) {
    const message = `${workflowType} was never seen on Task Queue ${taskQueue}, but on ${elsewhere.taskQueue}, ${toAge(elsewhere)}: is "taskQueue" right?`;
    return { level: 'warning', tool: name, path: pathOf(tool, 'workflow', 'taskQueue'), message };
  }
  const onTaskQueue = await seen.find({ taskQueues: [taskQueue] });
  const types = [...new Set(onTaskQueue.map((execution) => execution.workflowType))];
  const path = pathOf(tool, 'workflow', 'type');
  const same = types.find((type) => withoutSeparators(type) === withoutSeparators(workflowType));
  if (same !== undefined) {
    const message = `${workflowType} was never seen, but ${same} was, on the same Task Queue, which differs only in case or separators. Write "workflow: ${same}".`;
    return { level: 'problem', tool: name, path, message };
  }
  const meant = nearestName(workflowType, types);
  if (meant !== undefined) {
    const message = `${workflowType} was never seen, but ${meant} was, on the same Task Queue. If no Worker has ${workflowType}, its calls wait forever. Write "workflow: ${meant}". Or, if both types exist, start ${workflowType} once.`;
    return { level: 'problem', tool: name, path, message };
  }
  const others = types.slice(0, MAX_TYPES_NAMED).join(', ');
  if (others === '') {
    const message = `whether a Worker has registered ${workflowType} cannot be determined: neither it nor any other type was seen on Task Queue ${taskQueue}.`;
    return { level: 'unknown', tool: name, message };
  }
  const message = `${workflowType} was never seen. If no Worker has it, its calls wait forever. Types seen on Task Queue ${taskQueue}: ${others}. Start ${workflowType} once, and check again.`;
  return { level: 'warning', tool: name, path, message };
}

/**
 * Reports a tool without an own ID, if all executions of others have IDs made of arguments: repeated calls would do
 * work twice that these IDs protect.
 */
function judgeIds(tool: ToolDefinition, starts: readonly RecordedStart[]): Finding[] {
  const { name, start } = tool;
  if (start.id !== undefined) return [];
  const pattern = new IdPattern();
  for (const { workflowId, arguments: workflowArguments } of starts) {
    if (workflowArguments !== undefined) pattern.add(workflowId, workflowArguments);
  }
  const { template } = pattern;
  const isOfAll = starts.every(
    ({ arguments: workflowArguments }) => workflowArguments !== undefined,
  );
  if (template === undefined || !isOfAll) return [];
  const message = `all ${starts.length} executions of ${start.type} seen have Workflow IDs such as ${template.text}, but this tool sets none, so a repeated call would do the work twice. Write "id: '${template.text}'" under "workflow", with names of properties of the tool's input.`;
  return [{ level: 'problem', tool: name, path: pathOf(tool, 'workflow'), message }];
}

async function judgeArguments(
  tool: ToolDefinition,
  starts: readonly RecordedStart[],
): Promise<Finding[]> {
  const { name } = tool;
  const { type, arguments: layout } = tool.start;
  // Wrong arguments may be the reason of a failure, so failed starts are left out.
  const ran = starts.filter((start) => start.hasRun && !start.hasEndedBadly);
  const inputs = ran.flatMap((start) => (start.arguments ? [start.arguments] : []));
  const workflowArguments = await toSampleArguments(tool);
  if (inputs.length === 0 || !workflowArguments) return [];
  const disagreements = compareArguments(inputs, workflowArguments, {
    ignoresMore: doIgnoreMore(ran),
  });
  const of = `of ${type}, by ${inputs.length === 1 ? 'the one start' : `${inputs.length} starts`} seen`;
  if (disagreements.length === 0) {
    return [{ level: 'ok', tool: name, message: `its arguments are like those ${of}.` }];
  }
  const isLaidOut = layout !== undefined && layout !== 'input';
  const path = isLaidOut ? pathOf(tool, 'workflow', 'arguments') : pathOf(tool, 'input');
  return disagreements.map(({ level, message }) => ({
    level,
    tool: name,
    path,
    message: `${of}: ${message}`,
  }));
}

async function inspectNeeded(
  calls: TemporalCalls,
  tool: ToolDefinition,
  actions: InspectedTools['actions'],
  { executions, starts }: InspectedExecutions,
): Promise<Finding[]> {
  const needed = findNeededHandlers(tool, actions);
  if (needed.length === 0) return [];
  const metadata = await readHandlers(calls, executions);
  return [
    ...inspectHandlers(needed, metadata, tool.name),
    ...(await inspectMessages(needed, starts, tool.name)),
  ];
}

async function inspectTool(
  calls: TemporalCalls,
  tool: ToolDefinition,
  { actions, auth }: InspectedTools,
  seen: SeenStarts,
): Promise<Finding[]> {
  const { name } = tool;
  const { type: workflowType, taskQueue, adopt } = tool.start;
  const isAdopting = adopt !== undefined;
  try {
    const executions = await seen.find({
      workflowType,
      taskQueues: !isAdopting ? [taskQueue] : undefined,
    });
    const starts = await seen.read(executions);
    const findings: Finding[] = [];
    // A tool that adopts executions starts none.
    if (!isAdopting) {
      findings.push(
        executions.length === 0 ? await judgeUnseen(tool, seen) : judgeStarts(tool, starts),
        ...(await judgeArguments(tool, starts)),
        ...judgeIds(tool, starts),
        ...inspectNamesInIds(tool, executions, auth),
      );
    }
    return [
      ...findings,
      ...(await inspectNeeded(calls, tool, actions, { executions, starts })),
      ...(await inspectReadings(calls, tool, { executions, starts })),
      ...(await inspectOutput(calls, tool, executions)),
    ];
  } catch (error) {
    const denied = isDenied(error)
      ? 'these credentials do not permit ListWorkflowExecutions, or reading histories: '
      : '';
    const message = `whether its Workflow runs cannot be determined: ${denied}${explainError(error)}`;
    return [{ level: 'unknown', tool: name, message }];
  }
}

export async function inspectWorkflows(
  calls: TemporalCalls,
  inspected: InspectedTools,
): Promise<Finding[]> {
  const seen = new SeenStarts(calls, new Visibility(calls));
  const findings: Finding[] = [];
  for (const tool of inspected.tools.values()) {
    // A Workflow of this package is shared by all tools of its kind.
    if (tool.work || tool.start.kind === 'activity') continue;
    findings.push(...(await inspectTool(calls, tool, inspected, seen)));
  }
  return findings;
}
