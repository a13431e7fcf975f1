import { z } from 'zod';

import { isMemberPath } from '../core/member-path.js';
import type { WorkflowSource } from '../core/workflow-source.js';

import { duration } from './duration.js';
import type { LocatedProblem } from './located-problem.js';
import { text } from './text.js';

/** What a reader waits for a Worker where nobody says otherwise: one that is there answers in milliseconds. */
const DEFAULT_LIMIT_MS = 2_000;

/** A member of what is read. */
export const memberPath = z
  .string()
  .refine(isMemberPath, 'Write names of members with dots in between: "order.items.0".');

/** Where a Workflow shows something: one of these is written. */
export const sourceShape = {
  query: text.optional(),
  limit: duration.optional(),
  searchAttribute: text.optional(),
  memo: text.optional(),
};

/** One of these, with durations in milliseconds. */
export type SourceOfManifest = z.output<z.ZodObject<typeof sourceShape>>;

/** The sources that are named, of which there ought to be one. */
export function findSources({
  query,
  limit = DEFAULT_LIMIT_MS,
  searchAttribute,
  memo,
}: SourceOfManifest): readonly WorkflowSource[] {
  return [
    ...(query === undefined ? [] : [{ kind: 'query', name: query, limitMs: limit } as const]),
    ...(searchAttribute === undefined
      ? []
      : [{ kind: 'searchAttribute', name: searchAttribute } as const]),
    ...(memo === undefined ? [] : [{ kind: 'memo', name: memo } as const]),
  ];
}

/** What is wrong with a place that has to name one source. */
export function checkSource(
  source: SourceOfManifest,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const named = findSources(source);
  const problems: LocatedProblem[] = [];
  if (named.length === 0) {
    problems.push({ path, message: 'Missing: a query, a searchAttribute or a memo to read.' });
  }
  if (named.length > 1) {
    const kinds = named.map(({ kind }) => kind).join(' or ');
    problems.push({ path, message: `One thing is read: write ${kinds}.` });
  }
  if (source.limit !== undefined && source.query === undefined) {
    const message = 'Only a query waits for a worker: leave it out.';
    problems.push({ path: [...path, 'limit'], message });
  }
  return problems;
}
