/** The places where a Workflow shows its state: `status` and `progress` of a tool, and `when` of a question. */
import * as z from 'zod';

import type { Expression } from '../../core/mapping/expression.js';
import type { WorkflowSource } from '../../core/mapping/workflow-source.js';
import { key, plain, span } from '../keys.js';
import { checking, expression, type Fault, Leaf, type Made, text, within } from '../leaves.js';
import { type Place, placeLater, withSubject } from '../roots.js';

/** Default time for a Worker's answer to a reader: a running one answers in milliseconds. */
const LIMIT_MS = 2_000;

/** The keys of a source. One of the first five names it. */
export const sourceShape = {
  query: key(plain, 'The name of a Query without arguments, which a Worker answers: $query.'),
  searchAttribute: key(plain, 'The name of a Search Attribute: $searchAttribute.'),
  memo: key(plain, 'The key of a memo member: $memo.'),
  currentDetails: key(
    z.literal(true, 'Write true, or leave it out.'),
    'true: the text that the Workflow has set for people to read in Temporal: $currentDetails.',
  ),
  heartbeat: key(
    z.union([z.literal(true), plain], { error: 'Write true, or the name of an Activity.' }),
    'true: the last heartbeat of any pending Activity; or the Activity Type of one: $heartbeat.',
  ),
  timeout: span(LIMIT_MS, 'The time that a Worker has for an answer.'),
};

/** A source, with durations in milliseconds. */
type Source = { readonly [Key in keyof typeof sourceShape]?: z.output<(typeof sourceShape)[Key]> };
type MadeSource = Made<Source> | Source;

/** Returns the sources that are named. The check demands exactly one. */
function findSources({
  query,
  timeout: limitMs = LIMIT_MS,
  searchAttribute,
  memo,
  currentDetails,
  heartbeat,
}: MadeSource): readonly WorkflowSource[] {
  return [
    ...(query === undefined ? [] : [{ kind: 'query', name: query, limitMs } as const]),
    ...(searchAttribute === undefined
      ? []
      : [{ kind: 'searchAttribute', name: searchAttribute } as const]),
    ...(memo === undefined ? [] : [{ kind: 'memo', name: memo } as const]),
    ...(currentDetails ? [{ kind: 'currentDetails', limitMs } as const] : []),
    ...(heartbeat === true ? [{ kind: 'heartbeat' } as const] : []),
    ...(typeof heartbeat === 'string'
      ? [{ kind: 'heartbeat', activityType: heartbeat } as const]
      : []),
  ];
}

/** Replaces a missing source, which the check reports. */
const NOTHING = { kind: 'memo', name: '' } as const;

export function toSource(source: MadeSource): WorkflowSource {
  return findSources(source)[0] ?? NOTHING;
}

/** Texts and expressions can name what is read at their source, once the work runs. */
export function placeOfSource(source: Source, place: Place): Place {
  return findSources(source).reduce(
    (combined, { kind }) => withSubject(combined, kind),
    placeLater(place),
  );
}

/** Exactly one source has to be named. */
export function checkSource(source: Source): readonly Fault[] {
  const sources = findSources(source);
  const faults: Fault[] = [];
  if (sources.length === 0) {
    const message =
      'Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.';
    faults.push({ path: [], message });
  }
  if (sources.length > 1) {
    const kinds = sources.map(({ kind }) => kind).join(' or ');
    faults.push({ path: [], message: `Only one place can be read: write ${kinds}.` });
  }
  const isAsked = source.query !== undefined || source.currentDetails === true;
  if (source.timeout !== undefined && !isAsked) {
    const message = 'Only query and currentDetails wait for a Worker: leave it out.';
    faults.push({ path: ['timeout'], message });
  }
  return faults;
}

/** A number, or an expression that gives one. */
const numeric = z.union(
  [
    z
      .number()
      .positive()
      .transform((number) => new Leaf<Expression>('expression', `\`${number}\``)),
    expression,
  ],
  { error: 'Write a number above 0, or an expression that gives one.' },
);

const statusPlace = within(
  checking(
    z.strictObject({
      ...sourceShape,
      text: key(
        text,
        'The text that is shown: "Step {$query.step} of {order_id}". Default: what was read.',
      ),
    }),
    checkSource,
  ),
  placeOfSource,
);

const progressPlace = within(
  checking(
    z.strictObject({
      ...sourceShape,
      done: key(numeric, 'The number so far: "$query.pages". Default: what was read.'),
      total: key(numeric, 'The number at the end: 100, "$query.total", or an argument: "files".'),
      message: key(expression, 'An expression for what is being done: "$query.step".'),
    }),
    checkSource,
  ),
  placeOfSource,
);

/** `status`: one place, or several in their order. */
export const status = z.union([statusPlace, z.array(statusPlace)]);
/** `progress`: one place, or several in their order. */
export const progress = z.union([progressPlace, z.array(progressPlace)]);
export type StatusSource = z.output<typeof status>;
type ProgressSource = z.output<typeof progress>;

type StatusPlace = Made<z.output<typeof statusPlace>>;
type ProgressPlace = Made<z.output<typeof progressPlace>>;

/** A source, and what is made of its value. */
export type DeclaredStatus = Pick<StatusPlace, 'text'> & { readonly source: WorkflowSource };
export type DeclaredProgress = Pick<ProgressPlace, 'done' | 'total' | 'message'> & {
  readonly source: WorkflowSource;
};

function toList<One extends object>(places: One | readonly One[] = []): readonly One[] {
  return [places].flat() as readonly One[];
}

export function toStatus(own: Made<StatusSource> | undefined): readonly DeclaredStatus[] {
  return toList<StatusPlace>(own).map((place) => ({ source: toSource(place), text: place.text }));
}

export function toProgress(own: Made<ProgressSource> | undefined): readonly DeclaredProgress[] {
  return toList<ProgressPlace>(own).map((place) => {
    const { done, total, message } = place;
    return { source: toSource(place), done, total, message };
  });
}

/** The kinds of the sources, each with its path. */
export function sourcesOf(
  places: StatusSource | ProgressSource | undefined,
): readonly { readonly kind: WorkflowSource['kind']; readonly path: readonly PropertyKey[] }[] {
  return toList<Source>(places).flatMap((place, index) =>
    findSources(place).map(({ kind }) => ({
      kind,
      path: Array.isArray(places) ? [index, kind] : [kind],
    })),
  );
}
