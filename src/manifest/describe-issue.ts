import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';

import { actionSchema } from './action-schema.js';
import { annotationsSchema } from './annotations-schema.js';
import { authSchema, issuerSchema } from './auth-schema.js';
import { answerSchema, declaredQuestionSchema, whenSchema } from './declared-question-schema.js';
import { limitsSchema } from './limits-schema.js';
import type { LocatedProblem } from './located-problem.js';
import {
  defaultsSchema,
  manifestSchema,
  questionSchema,
  retrySchema,
  serverSchema,
  timeoutsSchema,
  toolSchema,
} from './manifest-schema.js';
import { startWithSchema } from './start-schema.js';
import { progressSchema, statusSchema } from './status-schema.js';

/** A key this far from a known one is a typing error of it; further away it is something else. */
const MAX_TYPO_DISTANCE = 3;

/** The keys that there are at a place, for suggestions. */
function knownKeysAt(path: readonly PropertyKey[]): string[] {
  const shapes: Readonly<Record<string, object>> = {
    annotations: annotationsSchema.shape,
    timeouts: timeoutsSchema.shape,
    retry: retrySchema.shape,
    server: serverSchema.shape,
    defaults: defaultsSchema.shape,
    when: whenSchema.shape,
    status: statusSchema.shape,
    progress: progressSchema.shape,
    answer: answerSchema.shape,
    decline: answerSchema.shape,
    startWith: startWithSchema.shape,
    auth: authSchema.shape,
    limits: limitsSchema.shape,
  };
  if (path.length === 0) return Object.keys(manifestSchema.shape);
  if (path.length === 2 && path[0] === 'tools') return Object.keys(toolSchema.shape);
  if (path.length === 2 && path[0] === 'actions') return Object.keys(actionSchema.shape);
  if (path.at(-2) === 'issuers') return Object.keys(issuerSchema.shape);
  if (path.at(-2) === 'questions') return Object.keys(declaredQuestionSchema.shape);
  if (path.at(-2) === 'ask') return Object.keys(questionSchema.shape);
  const isPlaceInList = typeof path.at(-1) === 'number';
  return Object.keys(shapes[String(path.at(isPlaceInList ? -2 : -1))] ?? {});
}

/** Of the forms that something may have, what is wrong with the one that was meant: the first that has the right type. */
function describeUnion({ path, errors }: z.core.$ZodIssueInvalidUnion): LocatedProblem[] {
  const isOfType = (issues: readonly z.core.$ZodIssue[]): boolean =>
    issues.every((inner) => inner.code !== 'invalid_type' || inner.path.length > 0);
  const meant = errors.find(isOfType) ?? errors[0] ?? [];
  return meant.flatMap((inner) => describeIssue({ ...inner, path: [...path, ...inner.path] }));
}

/** What people write who know the words of the MCP or the Temporal documentation. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    inputSchema: 'input',
    outputSchema: 'output',
    workflowType: 'workflow',
    taskSupport: 'task',
    retryPolicy: 'retry',
    args: 'arguments',
    workflowExecutionTimeout: 'timeouts.execution',
    executionTimeout: 'timeouts.execution',
    queue: 'taskQueue',
  }),
);

function suggestKey(key: string, path: readonly PropertyKey[]): string {
  const synonym = path[0] === 'tools' || path[0] === 'actions' ? SYNONYMS.get(key) : undefined;
  if (synonym !== undefined) return ` Write "${synonym}".`;
  const [nearest] = knownKeysAt(path)
    .map((known) => ({
      known,
      off: distance(key.toLowerCase(), known.toLowerCase()),
    }))
    .sort((a, b) => a.off - b.off);
  return nearest && nearest.off <= MAX_TYPO_DISTANCE ? ` Did you mean "${nearest.known}"?` : '';
}

/** What zod found wrong with a manifest, in words that say what to do; an issue with several keys is several problems. */
export function describeIssue(issue: z.core.$ZodIssue): LocatedProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `Unknown key "${key}".${suggestKey(key, issue.path)}`,
      key,
    }));
  }
  // Others say themselves what is to be written.
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') {
    return describeUnion(issue);
  }
  if (issue.code === 'invalid_key') {
    return [{ path: issue.path, message: issue.issues.map((inner) => inner.message).join(' ') }];
  }
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return [{ path: issue.path, message: `Missing: ${issue.expected} expected.` }];
  }
  return [{ path: issue.path, message: issue.message }];
}
