/** The keys that `workflow` and `activity` of a tool have in common. */
import * as z from 'zod';

import type { ArgumentLayout } from '../../core/mapping/argument-layout.js';
import type { Expression } from '../../core/mapping/expression.js';
import type { Text } from '../../core/mapping/text.js';
import type { CommonStart, RetryPolicyConfig } from '../../core/tool/workflow-start.js';
import { duration, plain, DURATION, key } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import type { Place } from '../../definition/roots.js';
import { toExpression } from '../compile/compile-expression.js';
import { toOptionalText, toText } from '../compile/compile-text.js';

import { argumentsKey, type LayoutSource, textsOfLayout } from './layout.js';

const NO_DELAY =
  'Write how long to wait ("30 minutes"), or an argument that says when ("{start_at}").';

/** An argument alone: `{start_at}`. */
const placeholder = z.string().regex(/^\{[^\s{].*\}$/s, NO_DELAY);

export const values = z.record(z.string().min(1, 'Must not be empty.'), plain);

export const retryPolicy = z.strictObject({
  initialInterval: key(duration, `The wait before the first retry. Default: 1 s. ${DURATION}`),
  backoffCoefficient: key(z.number().min(1), 'The factor of each further wait. Default: 2.'),
  maximumInterval: key(duration, `The longest wait. ${DURATION}`),
  maximumAttempts: key(
    z.int().min(1),
    'The maximum number of runs or attempts, including the first.',
  ),
  nonRetryableErrorTypes: key(z.array(plain), 'Failure types that are not retried.'),
});

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
  summary: key(plain, 'One line for people: the title of the task in the inbox, and in Temporal.'),
  details: key(plain, 'Details, in Markdown.'),
};

/** The common keys of a start, with durations in milliseconds. */
export type CommonSource = {
  readonly [Key in keyof typeof commonKeys]?: z.output<(typeof commonKeys)[Key]>;
} & {
  readonly taskQueue?: string | undefined;
  readonly id?: string | undefined;
  readonly retryPolicy?: z.output<typeof retryPolicy> | undefined;
};

type Path = readonly PropertyKey[];

type StartTexts = CommonSource & {
  readonly memo?: Readonly<Record<string, string>> | undefined;
  readonly startWith?: { readonly arguments?: LayoutSource | undefined } | undefined;
};

/** The texts and expressions of a start. */
export function textsOfStart(source: StartTexts, path: Path, place: Place): readonly Written[] {
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
}: NonNullable<CommonSource['retryPolicy']>): RetryPolicyConfig {
  return { ...others, initialIntervalMs: initialInterval, maximumIntervalMs: maximumInterval };
}

function toDelay(
  written: NonNullable<CommonSource['startDelay']>,
  names: readonly string[],
): number | Expression {
  return typeof written === 'number' ? written : toExpression(written.slice(1, -1), names);
}

export function toTexts(
  texts: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, Text>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, source]) => [name, toText(source, names)]),
  );
}

/** What a tool knows of the arguments of its starts. */
export interface LaidOutStart {
  /** Absent: the operator's code lays the arguments out. */
  readonly layout: ArgumentLayout | undefined;
  /** The arguments of the call. */
  readonly names: readonly string[];
}

/** The common members of a start, with every default filled in. */
export function toCommonStart(
  source: CommonSource & { readonly type: string },
  { layout, names }: LaidOutStart,
): CommonStart {
  const { type, priority, retryPolicy: retries } = source;
  // A used ID is rejected by default, so that no work is done twice.
  const { idConflictPolicy = 'Fail', idReusePolicy = 'RejectDuplicate' } = source;
  return {
    type,
    taskQueue: source.taskQueue ?? '',
    arguments: layout,
    priority,
    retryPolicy: retries && toRetryPolicy(retries),
    idConflictPolicy,
    idReusePolicy,
    id: toOptionalText(source.id, names),
    startDelay: source.startDelay === undefined ? undefined : toDelay(source.startDelay, names),
    searchAttributes: source.searchAttributes && toTexts(source.searchAttributes, names),
    summary: toOptionalText(source.summary, names),
    details: toOptionalText(source.details, names),
  };
}
