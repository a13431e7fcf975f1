/** The places where a Workflow shows its state: `status` and `progress` of a tool, and `from` in them and in questions. */
import * as z from 'zod';

import type { WorkflowSource } from '../../core/mapping/workflow-source.js';
import type { DeclaredProgress, DeclaredStatus } from '../../core/tool/declared-status.js';
import { isMemberPath } from '../../core/value/member-path.js';
import { duration, text, DURATION, key } from '../key.js';
import type { LocatedProblem } from '../manifest-error.js';

/** Default time for a Worker's answer to a reader: a running one answers in milliseconds. */
const DEFAULT_LIMIT_MS = 2_000;

/** A member of the value that was read. */
export const memberPath = z
  .string()
  .refine(isMemberPath, 'Write member names separated by dots: "order.items.0".');

/** `from`: where a Workflow shows its state. */
export const stateSource = z.strictObject({
  query: key(text, 'The name of a Query without arguments, which a Worker answers.'),
  searchAttribute: key(text, 'The name of a Search Attribute.'),
  memo: key(text, 'The key of a memo member.'),
  currentDetails: key(
    z.literal(true, 'Write true, or leave it out.'),
    'true: the text that the Workflow has set for people to read in Temporal.',
  ),
  heartbeat: key(
    z.union([z.literal(true), text], { error: 'Write true, or the name of an Activity.' }),
    'true: the last heartbeat of any pending Activity; or the Activity Type of one.',
  ),
  path: key(memberPath, 'The member of what is read that counts: "order.state". Default: all.'),
  timeout: key(duration, `The time that a Worker has for an answer. Default: 2 s. ${DURATION}`),
});

/** `from`, with durations in milliseconds. */
type StateSource = z.output<typeof stateSource>;

/** Returns the sources that a `from` names. The check demands exactly one. */
export function findSources({
  query,
  timeout: limitMs = DEFAULT_LIMIT_MS,
  searchAttribute,
  memo,
  currentDetails,
  heartbeat,
}: StateSource): readonly WorkflowSource[] {
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

/** Problems of a `from`, which has to name one source. */
export function checkSource(source: StateSource, path: readonly PropertyKey[]): LocatedProblem[] {
  const named = findSources(source);
  const problems: LocatedProblem[] = [];
  if (named.length === 0) {
    const message =
      'Missing: what is read: a query, a searchAttribute, a memo, a heartbeat or currentDetails.';
    problems.push({ path, message });
  }
  if (named.length > 1) {
    const kinds = named.map(({ kind }) => kind).join(' or ');
    problems.push({ path, message: `Only one place can be read: write ${kinds}.` });
  }
  const isAsked = source.query !== undefined || source.currentDetails === true;
  if (source.timeout !== undefined && !isAsked) {
    const message = 'Only query and currentDetails wait for a Worker: leave it out.';
    problems.push({ path: [...path, 'timeout'], message });
  }
  return problems;
}

const from = stateSource.describe('The place where the Workflow shows its state.');

const status = z.strictObject({
  from,
  text: key(
    text,
    'The text that is shown, with {members} of what was read, and {arguments.order_id} of the call. Default: what was read.',
  ),
});

const progress = z.strictObject({
  from,
  total: key(
    z.union([z.number().positive(), memberPath], {
      error:
        'Write a number, or the member or argument that is one: "pages.total", "arguments.pages".',
    }),
    'The number at the end: a number, the member that has it, or an argument (arguments.files).',
  ),
  message: key(memberPath, 'The member that says what is being done.'),
});

/** `status`: one place, or several in their order. */
export const statusSchema = z.union([status, z.array(status)]);
/** `progress`: one place, or several in their order. */
export const progressSchema = z.union([progress, z.array(progress)]);

/** Stands for a missing source, which the check reports. */
const NOWHERE = { kind: 'memo', name: '' } as const;

function toList<Place extends object>(
  places: Place | readonly Place[] | undefined,
): readonly Place[] {
  if (places === undefined) return [];
  return Array.isArray(places) ? (places as readonly Place[]) : [places as Place];
}

function toPlace(source: StateSource): Pick<DeclaredStatus, 'source' | 'path'> {
  const [found = NOWHERE] = findSources(source);
  return { source: found, ...(source.path !== undefined && { path: source.path }) };
}

/** Sources of status messages. */
export function toDeclaredStatus(
  places: z.output<typeof statusSchema> | undefined,
): readonly DeclaredStatus[] {
  return toList(places).map((place) => ({
    ...toPlace(place.from),
    ...(place.text !== undefined && { text: place.text }),
  }));
}

/** Sources of progress. */
export function toDeclaredProgress(
  places: z.output<typeof progressSchema> | undefined,
): readonly DeclaredProgress[] {
  return toList(places).map(({ from: source, total, message }) => ({
    ...toPlace(source),
    ...(total !== undefined && { total }),
    ...(message !== undefined && { messagePath: message }),
  }));
}

export function checkPlaces<Place extends { readonly from: StateSource }>(
  places: Place | readonly Place[] | undefined,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const isList = Array.isArray(places);
  return toList(places).flatMap((place, index) =>
    checkSource(place.from, [...path, ...(isList ? [index] : []), 'from']),
  );
}
