/** The keys that `workflow` and `activity` of a tool have in common. */
import * as z from 'zod';

import type { ArgumentLayout } from '../../core/mapping/argument-layout.js';
import type { Expression } from '../../core/mapping/expression.js';
import { soleExpression, type Text } from '../../core/mapping/text.js';
import { duration, plain, DURATION, key } from '../keys.js';
import { checking, type Fault, leafOf, type Made, text } from '../leaves.js';

import { argumentsKey } from './arguments.js';

const NO_DELAY =
  'Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").';

/** An argument alone: `{start_at}`. */
const placeholder = leafOf<Text>('text', z.string().regex(/^\{[^\s{}][^{}]*\}$/, NO_DELAY));

export const values = z.record(z.string().min(1, 'Must not be empty.'), text);

/** Temporal's default wait before the first retry, in milliseconds. */
const INITIAL_INTERVAL_MS = 1_000;

/** A Retry Policy that Temporal refuses. */
function checkRetries({
  initialInterval = INITIAL_INTERVAL_MS,
  maximumInterval,
}: z.output<typeof retryKeys>): readonly Fault[] {
  if (maximumInterval === undefined || maximumInterval >= initialInterval) return [];
  const message = `Shorter than initialInterval (default: ${INITIAL_INTERVAL_MS / 1_000} s), which Temporal refuses: raise it.`;
  return [{ path: ['maximumInterval'], message }];
}

const retryKeys = z.strictObject({
  initialInterval: key(duration, `The wait before the first retry. Default: 1 s. ${DURATION}`),
  backoffCoefficient: key(z.number().min(1), 'The factor of each further wait. Default: 2.'),
  maximumInterval: key(duration, `The longest wait. ${DURATION}`),
  maximumAttempts: key(
    z.int().min(1),
    'The maximum number of runs or attempts, including the first.',
  ),
  nonRetryableErrorTypes: key(z.array(plain), 'Failure types that are not retried.'),
});

export const retryPolicy = checking(retryKeys, checkRetries);

const conflictPolicy = z.enum(['Fail', 'UseExisting']);
const reusePolicy = z.enum(['RejectDuplicate', 'AllowDuplicate', 'AllowDuplicateFailedOnly']);

export const taskQueue = key(
  plain,
  'The Task Queue that the Workers poll. Required, here or in defaults.',
);

/** Further keys of a start that Workflows and Activities have in common. */
export const commonKeys = {
  priority: key(z.int().min(1).max(5), 'The priority: 1 (first) to 5 (last).'),
  idConflictPolicy: key(
    conflictPolicy,
    'The effect of a call whose ID is already running: Fail (default), or UseExisting.',
  ),
  idReusePolicy: key(
    reusePolicy,
    'The effect of a call whose ID has ended: RejectDuplicate (default), AllowDuplicate, or AllowDuplicateFailedOnly.',
  ),
  startDelay: key(
    z.union([placeholder, duration], { error: NO_DELAY }),
    `The time until the start, or an argument that has it: "{start_at}". ${DURATION}`,
  ),
  searchAttributes: key(values, 'Search Attributes: texts with arguments in them, by name.'),
  arguments: argumentsKey,
  summary: key(text, 'One line for people: the title of the task in the inbox, and in Temporal.'),
  details: key(text, 'Details, in Markdown.'),
};

export type Retries = Made<z.output<typeof retryPolicy>>;

/** The common keys of a start, compiled and with durations in milliseconds. */
type CommonKeys = Made<{
  readonly [Key in keyof typeof commonKeys]?: z.output<(typeof commonKeys)[Key]>;
}> & {
  readonly type?: string | undefined;
  readonly taskQueue?: string | undefined;
  readonly id?: Text | undefined;
  readonly retryPolicy?: Retries | undefined;
};

/** Counts for executions with an ID of the tool's own. */
export interface OwnIdPolicy {
  readonly idConflictPolicy: z.output<typeof conflictPolicy>;
  readonly idReusePolicy: z.output<typeof reusePolicy>;
}

/** The keys of a start to which its defaults, or the place of the arguments, add something. */
interface Filled extends OwnIdPolicy {
  readonly type: string;
  readonly taskQueue: string;
  /** Absent: the operator's code makes the arguments. */
  readonly arguments?: ArgumentLayout | undefined;
  readonly startDelay?: number | Expression | undefined;
}

/** The members of a start that Workflows and Standalone Activities have in common. */
export type CommonStart = Filled & Omit<CommonKeys, keyof Filled>;

export function fillStart(own: CommonKeys, layout: ArgumentLayout | undefined): Required<Filled> {
  const { type = '', taskQueue = '', startDelay } = own;
  // A used ID is rejected by default, so that no work is done twice.
  const { idConflictPolicy = 'Fail', idReusePolicy = 'RejectDuplicate' } = own;
  return {
    type,
    taskQueue,
    arguments: layout,
    idConflictPolicy,
    idReusePolicy,
    startDelay: typeof startDelay === 'object' ? soleExpression(startDelay) : startDelay,
  };
}
