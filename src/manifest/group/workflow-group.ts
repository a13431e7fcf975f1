/** `workflow` of a tool: the Workflow Type, and how its executions are started. */
import * as z from 'zod';

import type { ArgumentLayout } from '../../core/mapping/argument-layout.js';
import type { Expression } from '../../core/mapping/expression.js';
import type { Text } from '../../core/mapping/text.js';
import { ANY_TASK_ID_PREFIX } from '../../core/task/task-id.js';
import type {
  RetryPolicyConfig,
  StartWith,
  WorkflowStart,
} from '../../core/tool/workflow-start.js';
import type { Written } from '../compile/check-names.js';
import { toExpression } from '../compile/compile-expression.js';
import { toOptionalText, toText } from '../compile/compile-text.js';
import type { Place } from '../compile/roots.js';
import { duration, text, DURATION, key } from '../key.js';

import { argumentsKey, messageGroup, textsOfLayout, toLayout } from './layout.js';

const DAY_MS = 24 * 60 * 60_000;
/** Long enough for work of months. It ends executions that no Worker can run. */
const EXECUTION_TIMEOUT_MS = 365 * DAY_MS;

const NO_DELAY =
  'Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").';

/** An argument alone: `{start_at}`. */
const placeholder = z.string().regex(/^\{[^\s{].*\}$/s, NO_DELAY);

const values = z.record(z.string().min(1, 'Must not be empty.'), text);

const retryPolicy = z.strictObject({
  initialInterval: key(duration, `The wait before the first retry. Default: 1 s. ${DURATION}`),
  backoffCoefficient: key(z.number().min(1), 'The factor of each further wait. Default: 2.'),
  maximumInterval: key(duration, `The longest wait. ${DURATION}`),
  maximumAttempts: key(z.int().min(1), 'The maximum number of runs, including the first.'),
  nonRetryableErrorTypes: key(z.array(text), 'Failure types that are not retried.'),
});

const conflictPolicy = z.enum(['Fail', 'UseExisting']);
const reusePolicy = z.enum(['RejectDuplicate', 'AllowDuplicate', 'AllowDuplicateFailedOnly']);

const adoptionByName = z.strictObject({
  searchAttribute: text
    .regex(/^[\w-]+$/, 'Write the name of the Search Attribute alone: "CustomerId".')
    .describe('The Search Attribute that names the execution\'s owner: "CustomerId".'),
});

/** Adoption of executions without an attribute that names their owner. */
const adoptionOfEverybody = z.strictObject({
  idPrefix: text
    .refine(
      (prefix) => !prefix.startsWith(ANY_TASK_ID_PREFIX) && !ANY_TASK_ID_PREFIX.startsWith(prefix),
      `Task IDs begin with "${ANY_TASK_ID_PREFIX}", and tasks have an owner: use another prefix.`,
    )
    .describe('The beginning of their Workflow IDs: "order-".'),
  owner: z
    .literal('everybody', 'Write "owner: everybody".')
    .describe('All callers of the server can see, answer and cancel them.'),
});

const TYPE = 'The Workflow Type, as the Worker has registered it: "placeOrder".';

const ownKeys = z.strictObject({
  type: key(text, TYPE),
  taskQueue: key(text, 'The Task Queue that the Workers poll. Required, here or in defaults.'),
  executionTimeout: key(
    duration.nullable(),
    `The time limit of the whole execution; null: no limit. Default: a year, and no limit with an id. ${DURATION}`,
  ),
  runTimeout: key(duration, `The time limit of one run. Default: no limit. ${DURATION}`),
  taskTimeout: key(duration, `The time limit of one Workflow Task. Default: 10 s. ${DURATION}`),
  retryPolicy: key(retryPolicy, 'The Retry Policy of the Workflow. Default: no retry.'),
  priority: key(z.int().min(1).max(5), 'The priority: 1 (first) to 5 (last).'),
  id: key(text, 'The Workflow ID, made of arguments: "order-{order_id}". Default: a random ID.'),
  idConflictPolicy: key(
    conflictPolicy,
    'The effect of a call whose Workflow ID is already running: Fail (default), or UseExisting.',
  ),
  idReusePolicy: key(
    reusePolicy,
    'The effect of a call whose Workflow ID has ended: RejectDuplicate (default), AllowDuplicate, or AllowDuplicateFailedOnly.',
  ),
  arguments: argumentsKey,
  startWith: key(
    messageGroup,
    'A Signal or an Update to the execution that runs, or together with its start.',
  ),
  startDelay: key(
    z.union([placeholder, duration], { error: NO_DELAY }),
    `The time until the start, or an argument that has it: "{start_at}". ${DURATION}`,
  ),
  searchAttributes: key(values, 'Search Attributes: texts with arguments in them, by name.'),
  memo: key(values, 'Members of the memo: texts with arguments in them, by name.'),
  summary: key(text, 'One line for people who look at the execution in Temporal.'),
  details: key(text, 'Details, in Markdown.'),
  adopt: key(
    z.union([adoptionByName, adoptionOfEverybody], {
      error:
        'Write { searchAttribute: CustomerId }, which has the name of the caller; or, if everybody may see, answer and cancel them, { idPrefix: "order-", owner: everybody }.',
    }),
    'Executions that others have started, as tasks: { searchAttribute: CustomerId }, or { idPrefix: "order-", owner: everybody }. The tool starts nothing.',
  ),
});

export const workflowDefaults = ownKeys.refine(({ type }) => type === undefined, {
  path: ['type'],
  error: 'Each tool names its own Workflow Type: leave it out.',
});

/** A tool without another kind names a type, which the schema of tools demands. */
export const workflowGroup = z
  .union([text.describe(TYPE), ownKeys])
  .transform((workflow) => (typeof workflow === 'string' ? { type: workflow } : workflow));

/** `workflow` of a tool, with durations in milliseconds. */
export type WorkflowSource = z.output<typeof ownKeys> & { readonly type: string };
/** `workflow` of a tool before parsing, as a TypeScript user writes it. */
export type WorkflowInput = z.input<typeof ownKeys> & { readonly type: string };

type Path = readonly PropertyKey[];

/** Keys that only a tool with starts can have. */
export const KEYS_OF_STARTS = [
  'arguments',
  'id',
  'startWith',
  'startDelay',
  'searchAttributes',
  'memo',
  'summary',
  'details',
] as const satisfies readonly (keyof WorkflowSource)[];

/** Keys that a tool of another kind can have, whose Workflow is one of this package. */
const KEYS_OF_KINDS: readonly (keyof KindWorkflowInput)[] = [
  'id',
  'idConflictPolicy',
  'idReusePolicy',
  'startDelay',
  'searchAttributes',
  'memo',
  'summary',
  'details',
  'priority',
];

/** `workflow` of a tool of another kind, such as a `job`, before parsing. */
export type KindWorkflowInput = Pick<
  WorkflowInput,
  | 'id'
  | 'idConflictPolicy'
  | 'idReusePolicy'
  | 'startDelay'
  | 'searchAttributes'
  | 'memo'
  | 'summary'
  | 'details'
  | 'priority'
>;

export function isKeyOfKinds(name: string): boolean {
  return KEYS_OF_KINDS.some((kindKey) => kindKey === name);
}

function toMessage(
  source: NonNullable<WorkflowSource['startWith']>,
  names: readonly string[],
): StartWith {
  const { signal, update, arguments: written = 'object' } = source;
  const layout = toLayout(written, names);
  return update === undefined
    ? { kind: 'signal', name: signal ?? '', layout }
    : { kind: 'update', name: update, layout };
}

function toDelay(
  written: NonNullable<WorkflowSource['startDelay']>,
  names: readonly string[],
): number | Expression {
  return typeof written === 'number' ? written : toExpression(written.slice(1, -1), names);
}

function toTexts(
  texts: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, source]) => [name, toText(source, names)]),
  );
}

/** The texts and expressions of a start. */
export function textsOfStart(source: WorkflowSource, path: Path, place: Place): readonly Written[] {
  const { id, startDelay, searchAttributes, memo, summary, details, startWith } = source;
  const texts: readonly (readonly [Path, unknown])[] = [
    [['id'], id],
    [['summary'], summary],
    [['details'], details],
    [['startDelay'], startDelay],
    ...Object.entries(searchAttributes ?? {}).map(
      ([name, one]) => [['searchAttributes', name], one] as const,
    ),
    ...Object.entries(memo ?? {}).map(([name, one]) => [['memo', name], one] as const),
  ];
  return [
    ...texts.flatMap(([at, text]): Written[] =>
      typeof text === 'string' ? [{ path: [...path, ...at], kind: 'text', text, place }] : [],
    ),
    ...textsOfLayout(source.arguments, path, place),
    ...textsOfLayout(startWith?.arguments, [...path, 'startWith'], place),
  ];
}

function toRetryPolicy({
  initialInterval,
  maximumInterval,
  ...others
}: NonNullable<WorkflowSource['retryPolicy']>): RetryPolicyConfig {
  return { ...others, initialIntervalMs: initialInterval, maximumIntervalMs: maximumInterval };
}

/**
 * Without a limit, an execution that no Worker can run would stay open forever. A tool with an `id` has no limit by
 * default, since its executions may be entities.
 */
function toDefaultTimeout({ id, adopt }: WorkflowSource): number | null {
  return id === undefined && adopt === undefined ? EXECUTION_TIMEOUT_MS : null;
}

/**
 * The starts of a tool's executions, with every default filled in.
 *
 * @param layout The layout of their arguments, if the server makes them.
 */
export function toWorkflowStart(
  source: WorkflowSource,
  { layout, names }: { layout: ArgumentLayout | undefined; names: readonly string[] },
): WorkflowStart {
  const {
    executionTimeout = toDefaultTimeout(source),
    runTimeout,
    taskTimeout,
    retryPolicy,
    startWith,
    ...others
  } = source;
  return {
    ...others,
    kind: 'workflow',
    taskQueue: source.taskQueue ?? '',
    arguments: layout,
    executionTimeoutMs: executionTimeout ?? undefined,
    runTimeoutMs: runTimeout,
    taskTimeoutMs: taskTimeout,
    retryPolicy: retryPolicy && toRetryPolicy(retryPolicy),
    // With `startWith`, the message goes to a running execution or to a new one. Other tools reject a used ID by
    // default, so that no work is done twice.
    idConflictPolicy: source.idConflictPolicy ?? (startWith ? 'UseExisting' : 'Fail'),
    idReusePolicy: source.idReusePolicy ?? (startWith ? 'AllowDuplicate' : 'RejectDuplicate'),
    id: toOptionalText(source.id, names),
    startWith: startWith && toMessage(startWith, names),
    startDelay: source.startDelay === undefined ? undefined : toDelay(source.startDelay, names),
    searchAttributes: source.searchAttributes && toTexts(source.searchAttributes, names),
    memo: source.memo && toTexts(source.memo, names),
    summary: toOptionalText(source.summary, names),
    details: toOptionalText(source.details, names),
  };
}
