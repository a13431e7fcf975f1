/** `workflow` of a tool: the Workflow Type, and how its executions are started. */
import * as z from 'zod';

import { ANY_TASK_ID_PREFIX } from '../../core/contract/task-meta.js';
import type { ArgumentLayout } from '../../core/mapping/argument-layout.js';
import { duration, plain, DURATION, key } from '../keys.js';
import { type Made, text } from '../leaves.js';

import { type AnswerMessage, message, toMessage } from './arguments.js';
import {
  commonKeys,
  type CommonStart,
  fillStart,
  retryPolicy,
  taskQueue,
  values,
} from './start.js';

const DAY_MS = 24 * 60 * 60_000;
/** Long enough for work of months. It ends executions that no Worker can run. */
const EXECUTION_TIMEOUT_MS = 365 * DAY_MS;

const adoptionByName = z.strictObject({
  searchAttribute: plain
    .regex(/^[\w-]+$/, 'Write the name of the Search Attribute alone: "CustomerId".')
    .describe('The Search Attribute that names the execution\'s owner: "CustomerId".'),
});

/** Adoption of executions without an attribute that names their owner. */
const adoptionOfEverybody = z.strictObject({
  idPrefix: plain
    .refine(
      (prefix) => !prefix.startsWith(ANY_TASK_ID_PREFIX) && !ANY_TASK_ID_PREFIX.startsWith(prefix),
      `Task IDs begin with "${ANY_TASK_ID_PREFIX}", and tasks have an owner: use another prefix.`,
    )
    .describe('The beginning of their Workflow IDs: "order-".'),
  owner: z
    .literal('everybody', 'Write "owner: everybody".')
    .describe('All callers of the server can see, answer and cancel them.'),
});

const adoption = z.union([adoptionByName, adoptionOfEverybody], {
  error:
    'Write { searchAttribute: CustomerId }, which has the name of the caller; or, if everybody may see, answer and cancel them, { idPrefix: "order-", owner: everybody }.',
});
/**
 * The executions of other starters that a tool adopts. Each is a task of the caller whose name the Search Attribute
 * has, or of everybody.
 */
export type AdoptionRule = z.output<typeof adoption>;

const TYPE = 'The Workflow Type, as the Worker has registered it: "placeOrder".';

const ownKeys = z.strictObject({
  type: key(plain, TYPE),
  taskQueue,
  executionTimeout: key(
    duration.nullable(),
    `The time limit of the whole execution; null: no limit. Default: a year, and no limit with an id. ${DURATION}`,
  ),
  runTimeout: key(duration, `The time limit of one run. Default: no limit. ${DURATION}`),
  taskTimeout: key(duration, `The time limit of one Workflow Task. Default: 10 s. ${DURATION}`),
  retryPolicy: key(retryPolicy, 'The Retry Policy of the Workflow. Default: no retry.'),
  id: key(text, 'The Workflow ID, made of arguments: "order-{order_id}". Default: a random ID.'),
  ...commonKeys,
  startWith: key(
    message,
    'A Signal or an Update to the execution that runs, or together with its start.',
  ),
  memo: key(values, 'Members of the memo: texts with arguments in them, by name.'),
  adopt: key(
    adoption,
    'Executions that others have started, as tasks: { searchAttribute: CustomerId }, or { idPrefix: "order-", owner: everybody }. The tool starts nothing.',
  ),
});

export const workflowDefaults = ownKeys.refine(({ type }) => type === undefined, {
  path: ['type'],
  error: 'Each tool names its own Workflow Type: leave it out.',
});

/** A tool without another kind names a type, which the schema of tools demands. */
export const workflow = z
  .union([plain.describe(TYPE), ownKeys])
  .transform((own) => (typeof own === 'string' ? { type: own } : own));

type OwnSource = z.output<typeof ownKeys>;

/** `workflow` of a tool, with durations in milliseconds. */
export type WorkflowKeys = OwnSource & { readonly type: string };
/** `workflow` of a tool before parsing, as a TypeScript user writes it. */
export type WorkflowInput = z.input<typeof ownKeys> & { readonly type: string };

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
] as const satisfies readonly (keyof WorkflowKeys)[];

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

type Own = Made<OwnSource>;

/** Keys to which defaults, or the kind of the message, add something. */
interface Filled {
  readonly kind: 'workflow';
  /** `null`: no limit. */
  readonly executionTimeout?: number | null | undefined;
  readonly startWith?: AnswerMessage | undefined;
}

export type WorkflowStart = CommonStart & Filled & Omit<Own, keyof CommonStart | keyof Filled>;

/**
 * Without a limit, an execution that no Worker can run would stay open forever. A tool with an `id` has no limit by
 * default, since its executions may be entities.
 */
function toDefaultTimeout({ id, adopt }: Own): number | null {
  return id === undefined && adopt === undefined ? EXECUTION_TIMEOUT_MS : null;
}

/** The starts of a tool's executions, with every default filled in. */
export function toWorkflowStart(own: Own, layout: ArgumentLayout | undefined): WorkflowStart {
  const { executionTimeout = toDefaultTimeout(own), startWith } = own;
  return {
    ...own,
    ...fillStart(own, layout),
    kind: 'workflow',
    executionTimeout,
    // With `startWith`, the message goes to a running execution or to a new one.
    idConflictPolicy: own.idConflictPolicy ?? (startWith ? 'UseExisting' : 'Fail'),
    idReusePolicy: own.idReusePolicy ?? (startWith ? 'AllowDuplicate' : 'RejectDuplicate'),
    startWith: startWith && toMessage(startWith, 'input'),
  };
}
