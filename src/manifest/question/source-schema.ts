import { z } from 'zod';

import type { WorkflowSource } from '../../core/tool/workflow-source.js';
import { isMemberPath } from '../../core/value/member-path.js';
import { duration } from '../duration.js';
import type { LocatedProblem } from '../file/located-problem.js';
import { text } from '../file/text.js';

/** Default time for a Worker's answer to a reader: a running one answers in milliseconds. */
const DEFAULT_LIMIT_MS = 2_000;

/** A member of the value that was read. */
export const memberPath = z
  .string()
  .refine(isMemberPath, 'Write names of members with dots in between: "order.items.0".');

/** Places in which a Workflow shows its state: one of these. */
export const sourceShape = {
  query: text.optional(),
  limit: duration.optional(),
  searchAttribute: text.optional(),
  memo: text.optional(),
  currentDetails: z.literal(true, 'Write true, or leave it out.').optional(),
  heartbeat: z
    .union([z.literal(true), text], { error: 'Write true, or the name of an Activity.' })
    .optional(),
};

/** One of these, with durations in milliseconds. */
export type SourceOfManifest = z.output<z.ZodObject<typeof sourceShape>>;

/** The sources that are named, of which there ought to be one. */
export function findSources({
  query,
  limit = DEFAULT_LIMIT_MS,
  searchAttribute,
  memo,
  currentDetails,
  heartbeat,
}: SourceOfManifest): readonly WorkflowSource[] {
  return [
    ...(query === undefined ? [] : [{ kind: 'query', name: query, limitMs: limit } as const]),
    ...(searchAttribute === undefined
      ? []
      : [{ kind: 'searchAttribute', name: searchAttribute } as const]),
    ...(memo === undefined ? [] : [{ kind: 'memo', name: memo } as const]),
    ...(currentDetails ? [{ kind: 'currentDetails', limitMs: limit } as const] : []),
    ...(heartbeat === true ? [{ kind: 'heartbeat' } as const] : []),
    ...(typeof heartbeat === 'string'
      ? [{ kind: 'heartbeat', activityType: heartbeat } as const]
      : []),
  ];
}

/** Problems of a place that has to name one source. */
export function checkSource(
  source: SourceOfManifest,
  path: readonly PropertyKey[],
): LocatedProblem[] {
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
  if (source.limit !== undefined && !isAsked) {
    const message = 'Only query and currentDetails wait for a worker: leave it out.';
    problems.push({ path: [...path, 'limit'], message });
  }
  return problems;
}
