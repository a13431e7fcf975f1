import * as z from 'zod';

import type { WorkflowSource } from '../../core/tool/workflow-source.js';
import { isMemberPath } from '../../core/value/member-path.js';
import { duration } from '../duration.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { text, DURATION, key } from '../key.js';

/** Default time for a Worker's answer to a reader: a running one answers in milliseconds. */
const DEFAULT_LIMIT_MS = 2_000;

/** A member of the value that was read. */
export const memberPath = z
  .string()
  .refine(isMemberPath, 'Write names of members with dots in between: "order.items.0".');

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
export type StateSource = z.output<typeof stateSource>;

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
    problems.push({ path, message: `One thing is read: write ${kinds}.` });
  }
  const isAsked = source.query !== undefined || source.currentDetails === true;
  if (source.timeout !== undefined && !isAsked) {
    const message = 'Only query and currentDetails wait for a Worker: leave it out.';
    problems.push({ path: [...path, 'timeout'], message });
  }
  return problems;
}
