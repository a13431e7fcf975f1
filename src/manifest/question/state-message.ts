/** The places where a Workflow shows its state: `status` and `progress` of a tool, and `when` of a question. */
import * as z from 'zod';

import type { WorkflowSource } from '../../core/mapping/workflow-source.js';
import type { DeclaredProgress, DeclaredStatus } from '../../core/tool/declared-status.js';
import { withoutUndefined } from '../../core/value/members.js';
import { duration, plain, DURATION, key } from '../../definition/keys.js';
import type { Written } from '../../definition/leaves.js';
import { type Place, withSubject } from '../../definition/roots.js';
import { toExpression } from '../compile/compile-expression.js';
import { toText } from '../compile/compile-text.js';
import type { LocatedProblem } from '../manifest-error.js';

/** Default time for a Worker's answer to a reader: a running one answers in milliseconds. */
const DEFAULT_LIMIT_MS = 2_000;

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
  timeout: key(duration, `The time that a Worker has for an answer. Default: 2 s. ${DURATION}`),
};

/** A source, with durations in milliseconds. */
type Source = { readonly [Key in keyof typeof sourceShape]?: z.output<(typeof sourceShape)[Key]> };

/** Returns the sources that are named. The check demands exactly one. */
function findSources({
  query,
  timeout: limitMs = DEFAULT_LIMIT_MS,
  searchAttribute,
  memo,
  currentDetails,
  heartbeat,
}: Source): readonly WorkflowSource[] {
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
const NOWHERE = { kind: 'memo', name: '' } as const;

export function toSource(source: Source): WorkflowSource {
  return findSources(source)[0] ?? NOWHERE;
}

/** The place of a source: the names that its texts and expressions may have. */
export function placeOfSource(place: Place, source: Source): Place {
  return findSources(source).reduce((combined, { kind }) => withSubject(combined, kind), place);
}

/** Problems of a source: exactly one has to be named. */
export function checkSource(source: Source, path: readonly PropertyKey[]): LocatedProblem[] {
  const sources = findSources(source);
  const problems: LocatedProblem[] = [];
  if (sources.length === 0) {
    const message =
      'Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.';
    problems.push({ path, message });
  }
  if (sources.length > 1) {
    const kinds = sources.map(({ kind }) => kind).join(' or ');
    problems.push({ path, message: `Only one place can be read: write ${kinds}.` });
  }
  const isAsked = source.query !== undefined || source.currentDetails === true;
  if (source.timeout !== undefined && !isAsked) {
    const message = 'Only query and currentDetails wait for a Worker: leave it out.';
    problems.push({ path: [...path, 'timeout'], message });
  }
  return problems;
}

const status = z.strictObject({
  ...sourceShape,
  text: key(
    plain,
    'The text that is shown: "Step {$query.step} of {order_id}". Default: what was read.',
  ),
});

/** A number, or an expression that gives one. */
export const numeric = z.union(
  [
    z
      .number()
      .positive()
      .transform((number) => `\`${number}\``),
    plain,
  ],
  { error: 'Write a number above 0, or an expression that gives one.' },
);

const progress = z.strictObject({
  ...sourceShape,
  done: key(numeric, 'The number so far: "$query.pages". Default: what was read.'),
  total: key(numeric, 'The number at the end: 100, "$query.total", or an argument: "files".'),
  message: key(plain, 'An expression for what is being done: "$query.step".'),
});

/** `status`: one place, or several in their order. */
export const statusSchema = z.union([status, z.array(status)]);
/** `progress`: one place, or several in their order. */
export const progressSchema = z.union([progress, z.array(progress)]);

export type StatusSource = z.output<typeof statusSchema>;
type ProgressSource = z.output<typeof progressSchema>;
type Path = readonly PropertyKey[];

/** The places with their paths. */
function toList<One extends object>(
  places: One | readonly One[] | undefined,
  path: Path,
): readonly { readonly place: One; readonly path: Path }[] {
  if (places === undefined) return [];
  if (!Array.isArray(places)) return [{ place: places as One, path }];
  return (places as readonly One[]).map((place, index) => ({ place, path: [...path, index] }));
}

/** Sources of status messages. */
export function toDeclaredStatus(
  places: StatusSource | undefined,
  names: readonly string[],
): readonly DeclaredStatus[] {
  return toList(places, []).map(({ place }) => ({
    source: toSource(place),
    text: place.text === undefined ? undefined : toText(place.text, names),
  }));
}

/** Sources of progress. */
export function toDeclaredProgress(
  places: ProgressSource | undefined,
  names: readonly string[],
): readonly DeclaredProgress[] {
  const compile = (source: string | undefined) =>
    source === undefined ? undefined : toExpression(source, names);
  return toList(places, []).map(({ place }) => ({
    source: toSource(place),
    ...withoutUndefined({
      done: compile(place.done),
      total: compile(place.total),
      message: compile(place.message),
    }),
  }));
}

export function textsOfStatus(
  places: StatusSource | undefined,
  path: Path,
  later: Place,
): readonly Written[] {
  return toList(places, path).flatMap(({ place, path: at }) => {
    if (place.text === undefined) return [];
    const sourcePlace = placeOfSource(later, place);
    return [{ path: [...at, 'text'], kind: 'text', text: place.text, place: sourcePlace }];
  });
}

export function textsOfProgress(
  places: ProgressSource | undefined,
  path: Path,
  later: Place,
): readonly Written[] {
  return toList(places, path).flatMap(({ place, path: at }) =>
    (['done', 'total', 'message'] as const).flatMap((name): Written[] => {
      const written = place[name];
      if (written === undefined) return [];
      const sourcePlace = placeOfSource(later, place);
      return [{ path: [...at, name], kind: 'expression', text: written, place: sourcePlace }];
    }),
  );
}

/** The sources of places, each with its path. */
export function sourcesOf(
  places: StatusSource | ProgressSource | undefined,
  path: Path,
): readonly { readonly kind: WorkflowSource['kind']; readonly path: Path }[] {
  return toList<Source>(places, path).flatMap(({ place, path: at }) =>
    findSources(place).map(({ kind }) => ({ kind, path: [...at, kind] })),
  );
}

export function checkPlaces(
  places: StatusSource | ProgressSource | undefined,
  path: Path,
): LocatedProblem[] {
  return toList<Source>(places, path).flatMap(({ place, path: at }) => checkSource(place, at));
}
