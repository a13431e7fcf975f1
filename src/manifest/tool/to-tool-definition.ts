import { placeholdersIn } from '../../core/mapping/argument-template.js';
import type { ToolDefinition, ObjectSchema } from '../../core/tool/tool-definition.js';
import { toAccess } from '../group/access-group.js';
import { toCancel } from '../group/cancel-group.js';
import { checkCoverage, checkLayout, namesTakenBy } from '../group/layout.js';
import { toTask, checkTask } from '../group/task-group.js';
import { toTtl, checkTtl } from '../group/ttl-group.js';
import { checkWebhooks, toWebhooks } from '../group/webhooks.js';
import { toExecutionOptions, toStartDefinition } from '../group/workflow-group.js';
import { checkJob } from '../job/check-job.js';
import { toJobAccess } from '../job/expand-job.js';
import type { LocatedProblem } from '../manifest-error.js';
import { toDeclaredQuestions, toStartQuestions, checkQuestions } from '../question/question.js';
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

function toSchemas({
  parseInput,
  normalize,
  layout,
  checkOutput,
}: CompiledSchemas): Pick<
  ToolDefinition,
  'parseInput' | 'normalize' | 'layout' | 'validateOutput'
> {
  return {
    parseInput,
    ...(normalize && { normalize }),
    ...(layout && { layout }),
    ...(checkOutput && {
      // A result is accepted without a check if the check takes too long.
      validateOutput: async (output) => (await checkOutput(output))?.violations ?? [],
    }),
  };
}

function toStates(
  tool: ToolSource,
): Pick<
  ToolDefinition,
  'startQuestions' | 'confirmation' | 'questions' | 'statusFrom' | 'progressFrom'
> {
  const startQuestions = toStartQuestions(tool.questions);
  const questions = toDeclaredQuestions(tool.questions);
  const statusFrom = toDeclaredStatus(tool.status);
  const progressFrom = toDeclaredProgress(tool.progress);
  return {
    ...(startQuestions && { startQuestions }),
    ...(tool.confirm !== undefined && { confirmation: tool.confirm }),
    ...(questions && { questions }),
    ...(statusFrom && { statusFrom }),
    ...(progressFrom && { progressFrom }),
  };
}

export function toToolDefinition(
  name: string,
  tool: ToolSource,
  schemas: CompiledSchemas,
): ToolDefinition {
  const { workflow } = tool;
  const { type, taskQueue = '', adopt } = workflow;
  const isAdopting = adopt !== undefined;
  const start = toStartDefinition(workflow);
  return {
    name,
    shown: toDescription(tool, schemas.inputSchema),
    ...toSchemas(schemas),
    ...(tool.result && { result: toResultMapping(tool.result) }),
    workflowType: type,
    taskQueue,
    execution: toExecutionOptions(workflow),
    ...(start && { start }),
    ...toTtl(tool.ttl ?? {}),
    // The server sends a message for every call, also for a repeated one.
    ...toTask(tool.task ?? {}, start?.message ? false : JOINS_REPEATS),
    // An adopted execution exists only once anyway.
    ...(isAdopting && { joinRepeats: false }),
    ...toCancel(tool.cancel ?? {}, isAdopting),
    ...toAccess(tool.access ?? {}, isAdopting),
    ...toStates(tool),
    // The default is to refuse: a Workflow would wait for ever for an answer that nobody can give.
    unaskable: tool.unaskable ?? 'refuse',
    showActivityFailures: tool.showActivityFailures ?? false,
    ...toWebhooks(tool.webhooks),
    ...(tool.job && { job: toJobAccess(tool.job) }),
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
  const { maxTtlMs, taskSupport } = definition;
  const { inputSchema } = definition.shown;
  const { workflow, task, ttl } = source;
  const input = inputSchema['properties'] ?? {};
  return [
    ...checkLayout(workflow.arguments, input, { path: [...path, 'workflow'] }),
    ...(workflow.adopt === undefined ? checkLostProperties(source, inputSchema, path) : []),
    ...checkResult(source.result, source.output, path),
    ...checkTtl({ ...ttl, max: maxTtlMs }, [...path, 'ttl']),
    ...checkTask({ ...task, support: taskSupport }, input, [...path, 'task']),
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
