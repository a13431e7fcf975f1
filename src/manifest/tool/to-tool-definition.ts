import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { toAccess } from '../group/access-group.js';
import { toCancel } from '../group/cancel-group.js';
import { toTask } from '../group/task-group.js';
import { toTtl } from '../group/ttl-group.js';
import { toExecutionOptions, toStartDefinition } from '../group/workflow-group.js';
import { toDeclaredQuestions, toStartQuestions } from '../question/question.js';
import { toDeclaredProgress, toDeclaredStatus } from '../question/state-message.js';
import { withoutUndefined } from '../without-undefined.js';

import type { CompiledSchemas } from './compiled-schemas.js';
import { toResultMapping } from './result.js';
import type { SharedSource, ToolSource } from './tool-schema.js';

/** Default of `joinRepeats`: hosts and models repeat a call after a time-out. */
const JOINS_REPEATS = true;

/** Merges a group of a tool with the same group of `defaults`. The tool's keys win. */
function mergeGroup<Group extends object>(
  common: Partial<Group> | undefined,
  own: Group | undefined,
): Group {
  return { ...common, ...(own && withoutUndefined(own)) } as Group;
}

/** The description of a tool for models and people. */
function toListing({
  title,
  description,
  annotations,
  output,
}: ToolSource): Pick<ToolDefinition, 'title' | 'description' | 'annotations' | 'outputSchema'> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(annotations && { annotations: withoutUndefined(annotations) }),
    ...(output && { outputSchema: output }),
  };
}

function toSchemas({
  inputSchema,
  parseInput,
  withDefaults,
  layout,
  validateOutput,
}: CompiledSchemas): Pick<
  ToolDefinition,
  'inputSchema' | 'parseInput' | 'withDefaults' | 'layout' | 'validateOutput'
> {
  return {
    inputSchema,
    parseInput,
    ...(withDefaults && { withDefaults }),
    ...(layout && { layout }),
    ...(validateOutput && {
      // A result is accepted without a check if the check takes too long.
      validateOutput: async (output, owner) => (await validateOutput(output, owner)) ?? [],
    }),
  };
}

/** The questions of a tool, and where its Workflows show their state. */
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

/** Joins a tool with the manifest's defaults and the built-in ones. */
export function toToolDefinition(
  name: string,
  { tool, defaults }: { readonly tool: ToolSource; readonly defaults: SharedSource },
  schemas: CompiledSchemas,
): ToolDefinition {
  const workflow = mergeGroup(defaults.workflow, tool.workflow);
  const { type, taskQueue = '', namespace, adopt } = workflow;
  const isAdopting = adopt !== undefined;
  const start = toStartDefinition(workflow);
  return {
    name,
    ...toListing(tool),
    ...toSchemas(schemas),
    ...(tool.result && { result: toResultMapping(tool.result) }),
    workflowType: type,
    taskQueue,
    ...(namespace !== undefined && { namespace }),
    execution: toExecutionOptions(workflow),
    ...(start && { start }),
    ...toTtl(mergeGroup(defaults.ttl, tool.ttl), isAdopting),
    // The server sends a message for every call, also for a repeated one.
    ...toTask(
      mergeGroup(defaults.task, tool.task),
      tool.task,
      start?.message ? false : JOINS_REPEATS,
    ),
    // An adopted execution exists only once anyway.
    ...(isAdopting && { joinsRepeats: false }),
    ...toCancel(mergeGroup(defaults.cancel, tool.cancel), tool.cancel, isAdopting),
    ...toAccess(mergeGroup(defaults.access, tool.access), isAdopting),
    ...toStates(tool),
    // The default is to refuse: a Workflow would wait for ever for an answer that nobody can give.
    unaskable: (tool.unaskable ?? defaults.unaskable) === 'wait' ? 'keep' : 'refuse',
    showActivityFailures: tool.showActivityFailures ?? defaults.showActivityFailures ?? false,
  };
}
