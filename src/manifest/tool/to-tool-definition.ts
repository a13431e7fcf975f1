import { CANCEL_SIGNAL } from '../../core/contract.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';
import type { ElicitationSchema } from '../../core/question/elicitation-schema.js';
import { DEFAULT_KEEP_MS } from '../../core/task/task.js';
import { type ArgumentLayout, layOut } from '../../core/tool/argument-layout.js';
import {
  type BecomesTask,
  type ExecutionOptions,
  type ObjectSchema,
  type ParsedInput,
  type StartQuestion,
  TaskSupport,
  type ToolDefinition,
} from '../../core/tool/tool-definition.js';
import type { SharedSource, ToolSource } from '../manifest-schema.js';
import { toApprovers } from '../person/approvers-schema.js';
import { toDeclaredQuestions } from '../question/to-declared-question.js';
import { toDeclaredProgress, toDeclaredStatus } from '../question/to-declared-status.js';
import { type SchemaValidator, UNCHECKED_INPUT } from '../schema/limited-schema.js';
import { toStartDefinition } from '../start/to-start-definition.js';

import { toResultMapping } from './to-result-mapping.js';
import type { DefaultFiller } from './with-defaults.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Defaults of a tool without settings of its own or of `defaults`. */
export const BUILT_IN = {
  /** Either form of call works, so every client can use the tool. */
  task: TaskSupport.optional,
  /** The default retention of a Temporal dev server; a shorter retention limits it further. */
  ttl: DAY_MS,
  /** A client that asks for seconds would lose its task before it could collect the result. */
  minTtl: MINUTE_MS,
  maxTtl: 30 * DAY_MS,
  keep: DEFAULT_KEEP_MS,
  pollInterval: 2_000,
  /**
   * A call that is done by then is answered plainly: hosts move a task to the background, and are woken at its end, for
   * which a short call is not worth it.
   */
  becomesTaskAfter: 3_000,
  /** Long enough for work of months, and an end for executions that no Worker can run. */
  executionTimeout: 365 * DAY_MS,
  cancelSignal: CANCEL_SIGNAL,
  /** Only who wrote a Workflow knows how long it may take to clean up. */
  terminateAfter: null,
  /** A client that asks for a minute does not want to end its work then. */
  afterTtl: 'leave',
  showActivityFailures: false,
  /** A host's time-out and a dead connection say nothing of the work. */
  onDisconnect: 'continue',
  /** A cancellation is deliberate. */
  onCancel: 'cancel',
  /** Hosts and models repeat a call after a time-out. */
  joinRepeats: true,
  /** A decision is a person's unless the tool says otherwise. */
  modelMayAnswer: false,
  /** A Workflow that waits for an impossible answer would wait for ever. */
  unaskable: 'refuse',
} as const;

/** The parts of a tool that its schemas decide, and that differ between YAML and TypeScript. */
export interface CompiledSchemas {
  readonly inputSchema: ObjectSchema;
  readonly parseInput: ToolDefinition['parseInput'];
  /** Absent: the schema has no defaults. */
  readonly withDefaults?: DefaultFiller;
  /** Absent: code lays the arguments out. */
  readonly layout?: ArgumentLayout;
  readonly validateOutput?: SchemaValidator;
}

/** Fills in defaults, checks arguments against a JSON Schema, then lays them out as one object or by position. */
export function createInputParser(
  {
    validate,
    withDefaults = async (input) => Promise.resolve(input),
  }: { readonly validate: SchemaValidator; readonly withDefaults?: DefaultFiller | undefined },
  layout: ArgumentLayout = 'object',
): ToolDefinition['parseInput'] {
  return async (given, by): Promise<ParsedInput> => {
    const owner = by?.owner ?? LOCAL_OWNER;
    const input = await withDefaults(given, owner);
    const violations = await validate(input, owner);
    if (violations === undefined) return UNCHECKED_INPUT;
    if (violations.length > 0) return { ok: false, violations };
    return layOut(layout, input, by);
  };
}

/**
 * The limit of a whole execution: without it, an execution that no Worker can run would stay open for ever. An
 * execution with an ID of its tool's own may be an entity, which has no limit.
 */
function toExecutionTimeoutMs({ timeouts, workflowId, adopt }: ToolSource): number | null {
  if (timeouts?.execution !== undefined) return timeouts.execution;
  return workflowId === undefined && adopt === undefined ? BUILT_IN.executionTimeout : null;
}

function toExecutionOptions(tool: ToolSource): ExecutionOptions {
  const { timeouts, retry, priority } = tool;
  const executionTimeoutMs = toExecutionTimeoutMs(tool);
  return {
    ...(executionTimeoutMs !== null && { executionTimeoutMs }),
    ...(timeouts?.run !== undefined && { runTimeoutMs: timeouts.run }),
    ...(timeouts?.workflowTask !== undefined && { workflowTaskTimeoutMs: timeouts.workflowTask }),
    ...(retry && {
      retry: {
        ...(retry.initialInterval !== undefined && { initialIntervalMs: retry.initialInterval }),
        ...(retry.backoffCoefficient !== undefined && {
          backoffCoefficient: retry.backoffCoefficient,
        }),
        ...(retry.maximumInterval !== undefined && { maximumIntervalMs: retry.maximumInterval }),
        ...(retry.maximumAttempts !== undefined && { maximumAttempts: retry.maximumAttempts }),
        ...(retry.nonRetryableErrorTypes && {
          nonRetryableErrorTypes: retry.nonRetryableErrorTypes,
        }),
      },
    }),
    ...(priority !== undefined && { priority }),
  };
}

/**
 * A tool's own choice comes first, then what its `task` demands; the common choice fills in where `task` is optional.
 */
function toBecomesTask(
  own: SharedSource['becomesTask'],
  common: SharedSource['becomesTask'],
  taskSupport: TaskSupport,
): BecomesTask {
  const byTask = {
    required: 'always',
    forbidden: 'never',
    optional: common ?? BUILT_IN.becomesTaskAfter,
  } as const;
  const becomesTask = own ?? byTask[taskSupport];
  return typeof becomesTask === 'number' ? { afterMs: becomesTask } : becomesTask;
}

/** A question with its form, as clients are asked it. The check reports faults of the form. */
export function toStartQuestions(ask: NonNullable<ToolSource['ask']>): StartQuestion[] {
  return Object.entries(ask).map(([key, { message, properties, required }]) => ({
    key,
    message,
    schema: {
      type: 'object',
      properties: properties as unknown as ElicitationSchema['properties'],
      ...(required && { required }),
    },
  }));
}

/** The ends of a tool's tasks. */
function toEnds(
  tool: ToolSource,
  { cancelSignal = null, terminateAfter = null, afterTtl = BUILT_IN.afterTtl }: SharedSource,
  isAdopting: boolean,
): Pick<ToolDefinition, 'cancelSignal' | 'terminateAfterMs' | 'afterTtl'> {
  return {
    // Executions of others need not know the contract.
    cancelSignal: isAdopting ? (tool.cancelSignal ?? null) : cancelSignal,
    ...(terminateAfter !== null && { terminateAfterMs: terminateAfter }),
    // Adopted executions are not ours to end.
    afterTtl: isAdopting ? BUILT_IN.afterTtl : afterTtl,
  };
}

function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/**
 * Joins a tool with the manifest's defaults and the built-in ones.
 *
 * @param taskQueue Given apart, because it has no built-in default and its absence is a problem of the manifest.
 */
export function toToolDefinition(
  name: string,
  { tool, defaults, taskQueue }: { tool: ToolSource; defaults: SharedSource; taskQueue: string },
  { inputSchema, parseInput, withDefaults, layout, validateOutput }: CompiledSchemas,
): ToolDefinition {
  const shared: SharedSource = { ...withoutUndefined(defaults), ...withoutUndefined(tool) };
  const merged = { ...shared, ...BUILT_IN, ...withoutUndefined(shared) };
  const { title, description, annotations, output, immediateResponse } = tool;
  const questions = toDeclaredQuestions(tool.questions);
  const start = toStartDefinition(tool);
  const statusFrom = toDeclaredStatus(tool.status);
  const progressFrom = toDeclaredProgress(tool.progress);
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(annotations && { annotations: withoutUndefined(annotations) }),
    inputSchema,
    ...(output && { outputSchema: output }),
    parseInput,
    ...(withDefaults && { withDefaults }),
    ...(layout && { layout }),
    ...(validateOutput && {
      // A result is taken unchecked if its check takes too long.
      validateOutput: async (output, owner) => (await validateOutput(output, owner)) ?? [],
    }),
    ...(tool.result && { result: toResultMapping(tool.result) }),
    workflowType: tool.workflow,
    taskQueue,
    taskSupport: merged.task,
    becomesTask: toBecomesTask(tool.becomesTask, defaults.becomesTask, merged.task),
    ...(tool.ask && { startQuestions: toStartQuestions(tool.ask) }),
    ...(tool.confirm !== undefined && { confirmation: tool.confirm }),
    ...(tool.idempotencyKey !== undefined && { idempotencyKey: tool.idempotencyKey }),
    ttlMs: Math.min(Math.max(merged.ttl, merged.minTtl), merged.maxTtl),
    minTtlMs: Math.min(merged.minTtl, merged.maxTtl),
    maxTtlMs: merged.maxTtl,
    keepMs: merged.keep,
    pollIntervalMs: merged.pollInterval,
    ...(immediateResponse !== undefined && { immediateResponse }),
    execution: toExecutionOptions({ ...withoutUndefined(defaults), ...withoutUndefined(tool) }),
    ...(start && { start }),
    ...toEnds(tool, merged, start?.adopts !== undefined),
    onDisconnect: merged.onDisconnect,
    onCancel: merged.onCancel,
    // A message is for every call, also a repeated one. An adopted execution exists once in any case.
    joinsRepeats:
      start?.adopts === undefined &&
      (shared.joinRepeats ?? (start?.message ? false : BUILT_IN.joinRepeats)),
    ...(merged.answerWithin !== undefined && { answerWithinMs: merged.answerWithin }),
    modelMayAnswer: merged.modelMayAnswer,
    unaskable: merged.unaskable,
    ...(statusFrom && { statusFrom }),
    ...(progressFrom && { progressFrom }),
    ...(questions && { questions }),
    showActivityFailures: merged.showActivityFailures,
    ...(merged.namespace !== undefined && { namespace: merged.namespace }),
    ...(merged.scopes && merged.scopes.length > 0 && { scopes: merged.scopes }),
    ...(merged.allow && { allow: merged.allow }),
    // Executions of others have no memo that names an owner.
    ...(start?.adopts === undefined && toApprovers(merged.approvers)),
  };
}
