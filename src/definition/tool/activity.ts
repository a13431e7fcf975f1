/** `activity` of a tool: the Activity Type, and how its Standalone Activities are started. */
import * as z from 'zod';

import type { ArgumentLayout } from '../../core/mapping/argument-layout.js';
import { duration, plain, DURATION, key } from '../keys.js';
import { type Made, text } from '../leaves.js';

import { commonKeys, type CommonStart, fillStart, retryPolicy, taskQueue } from './start.js';
import type { WorkflowKeys, WorkflowStart } from './workflow.js';

const TYPE = 'The Activity Type, as the Worker has registered it: "convertVideo".';

/** `null` leaves a limit of `defaults`. */
const limit = duration.nullable();

const ownKeys = z.strictObject({
  type: key(plain, TYPE),
  taskQueue,
  startToCloseTimeout: key(
    limit,
    `The time limit of one attempt. Required, unless scheduleToCloseTimeout is there. ${DURATION}`,
  ),
  scheduleToCloseTimeout: key(
    limit,
    `The time limit of the whole Activity, with its retries. Default: a day, or twice startToCloseTimeout if that is more, after the startDelay. null: no limit. ${DURATION}`,
  ),
  scheduleToStartTimeout: key(
    limit,
    `How long the Activity may wait for a Worker. Default: no limit. ${DURATION}`,
  ),
  heartbeatTimeout: key(
    limit,
    `The longest time between two heartbeats. Without it, a running attempt can't be cancelled and shows no progress. null: none, whatever the defaults say. ${DURATION}`,
  ),
  retryPolicy: key(
    retryPolicy,
    'The Retry Policy of the Activity. Default: retries until scheduleToCloseTimeout, as for every Activity.',
  ),
  id: key(
    text,
    'The Activity ID, made of arguments: "activity:convert-{file}". Default: a random ID.',
  ),
  ...commonKeys,
});

export const activityDefaults = ownKeys.refine(({ type }) => type === undefined, {
  path: ['type'],
  error: 'Each tool names its own Activity Type: leave it out.',
});

export const activity = z
  .union([plain.describe(TYPE), ownKeys])
  .transform((own) => (typeof own === 'string' ? { type: own } : own));

/** So that readers of a start need not ask for its kind. */
type Absent<Keys extends PropertyKey> = Readonly<Partial<Record<Keys, undefined>>>;

type OwnSource = z.output<typeof ownKeys>;

/** `activity` of a tool, with durations in milliseconds. The keys of Workflows alone are absent. */
export type ActivitySource = OwnSource & { readonly type: string } & Absent<
    Exclude<keyof WorkflowKeys, keyof OwnSource>
  >;
/** `activity` of a tool before parsing, as a TypeScript user writes it. */
export type ActivityInput = z.input<typeof ownKeys> & { readonly type: string };

type Own = Made<OwnSource>;

/** `null` means no limit, and says of `heartbeatTimeout` that this is meant. */
export type ActivityStart = CommonStart & { readonly kind: 'activity' } & Omit<
    Own,
    keyof CommonStart
  > &
  Absent<Exclude<keyof WorkflowStart, keyof Own | 'kind'>>;

/** The starts of a tool's Activities, with every default filled in. */
export function toActivityStart(own: Own, layout: ArgumentLayout | undefined): ActivityStart {
  return { ...own, ...fillStart(own, layout), kind: 'activity' };
}
