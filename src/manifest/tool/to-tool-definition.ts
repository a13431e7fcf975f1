import { placeholdersIn } from '../../core/mapping/argument-template.js';
import type { ToolDefinition, ObjectSchema } from '../../core/tool/tool-definition.js';
import { toAccess } from '../group/access-group.js';
import { toCancel } from '../group/cancel-group.js';
import { checkCoverage, checkLayout, namesTakenBy } from '../group/layout.js';
import { toTask, checkTask } from '../group/task-group.js';
import { toTtl, checkTtl } from '../group/ttl-group.js';
import { checkWebhooks, toWebhooks } from '../group/webhooks.js';
import { toWorkflowStart } from '../group/workflow-group.js';
import { checkJob } from '../job/check-job.js';
import { toJobAccess } from '../job/expand-job.js';
import type { LocatedProblem } from '../manifest-error.js';
import { toQuestions, checkQuestions } from '../question/question.js';
import { toDeclaredProgress, toDeclaredStatus, checkPlaces } from '../question/state-message.js';

import { checkAdoption } from './check-adoption.js';
import { checkApprovers } from './check-approvers.js';
import { checkShownArguments } from './check-shown-arguments.js';
import { checkStart } from './check-start.js';
import type { CompiledSchemas } from './compiled-schemas.js';
import { toDescription } from './description.js';
import { toResultMapping, checkResult } from './result.js';
import type { ToolSource } from './tool-schema.js';

/** Default of `joinRepeats`: hosts and models repeat a call after a time-out. */
const JOINS_REPEATS = true;

/** A tool with every default filled in, group by group. */
export function toToolDefinition(
  name: string,
  tool: ToolSource,
  { inputSchema, input, layout, output }: CompiledSchemas,
): ToolDefinition {
  const isAdopting = tool.workflow.adopt !== undefined;
  // An adopted execution exists only once anyway.
  const task = isAdopting ? { ...tool.task, joinRepeats: false } : tool.task;
  return {
    name,
    shown: toDescription(tool, inputSchema),
    workflow: toWorkflowStart(tool.workflow, layout),
    job: tool.job && toJobAccess(tool.job),
    input,
    output,
    result: tool.result && toResultMapping(tool.result),
    confirm: tool.confirm,
    questions: toQuestions(tool.questions),
    status: toDeclaredStatus(tool.status),
    progress: toDeclaredProgress(tool.progress),
    // The server sends a message for every call, also for a repeated one.
    task: toTask(task, tool.workflow.startWith ? false : JOINS_REPEATS),
    ttl: toTtl(tool.ttl),
    cancel: toCancel(tool.cancel, isAdopting),
    access: toAccess(tool.access, isAdopting),
    // The default is to refuse: a Workflow would wait for ever for an answer that nobody can give.
    ifClientCannotAsk: tool.unaskable ?? 'refuse',
    showActivityFailures: tool.showActivityFailures ?? false,
    webhooks: toWebhooks(tool.webhooks),
  };
}

type Path = readonly PropertyKey[];

/** Placeholders of a confirmation that no argument fills. */
function checkConfirmation(
  { confirm = '' }: ToolSource,
  input: object,
  path: Path,
): LocatedProblem[] {
  return placeholdersIn(confirm)
    .filter((name) => !Object.hasOwn(input, name))
    .map((name) => ({
      path: [...path, 'confirm'],
      message: `"{${name}}" is not a property of the tool's input.`,
    }));
}

/** Returns the arguments that the tool's texts use. */
function namesInTexts(source: ToolSource): ReadonlySet<string> {
  const { id, summary, details, startDelay, searchAttributes, memo } = source.workflow;
  const texts = [
    ...[id, summary, details, startDelay, source.confirm, source.task?.idempotencyKey],
    ...Object.values({ ...searchAttributes, ...memo }),
  ];
  return new Set(texts.flatMap((text) => (typeof text === 'string' ? placeholdersIn(text) : [])));
}

/** Reports properties of the input without a use: no argument, message or text takes them. */
function checkLostProperties(
  source: ToolSource,
  inputSchema: ObjectSchema,
  path: Path,
): LocatedProblem[] {
  const inTexts = namesInTexts(source);
  const { startWith, arguments: layout } = source.workflow;
  const sent = startWith && { names: namesTakenBy(startWith.arguments ?? 'object') };
  return checkCoverage(layout, inputSchema['properties'], {
    path: [...path, 'input'],
    isUsed: (name) =>
      inTexts.has(name) || (sent !== undefined && sent.names?.includes(name) !== false),
  });
}

export function checkTool(
  definition: ToolDefinition,
  source: ToolSource,
  path: Path,
): LocatedProblem[] {
  const { inputSchema } = definition.shown;
  const { workflow, task, ttl } = source;
  const input = inputSchema['properties'] ?? {};
  return [
    ...checkLayout(workflow.arguments, input, { path: [...path, 'workflow'] }),
    ...(workflow.adopt === undefined ? checkLostProperties(source, inputSchema, path) : []),
    ...checkResult(source.result, source.output, path),
    ...checkTtl(ttl, [...path, 'ttl']),
    ...checkTask(task, input, [...path, 'task']),
    ...checkConfirmation(source, input, path),
    ...checkQuestions(source.questions, input, path),
    ...checkPlaces(source.status, [...path, 'status']),
    ...checkPlaces(source.progress, [...path, 'progress']),
    ...checkShownArguments(source, definition, path),
    ...checkStart(source, inputSchema, path),
    ...checkAdoption(source, path),
    ...checkApprovers(source, path),
    ...checkWebhooks(source.webhooks, path),
    ...checkJob(source.job, input, [...path, 'job']),
  ];
}
