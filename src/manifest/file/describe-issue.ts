import type { z } from 'zod';

import { KEY_DESCRIPTIONS } from '../key-descriptions.js';
import { manifestSchema } from '../manifest-schema.js';

import type { LocatedProblem } from './located-problem.js';
import { nearestName } from './nearest-name.js';
import { knownKeysAt, objectsAt } from './schema-at.js';

/** The issues of the meant form, if a value may have several: the first form of the right type. */
function describeUnion({ path, errors }: z.core.$ZodIssueInvalidUnion): LocatedProblem[] {
  const isOfType = (issues: readonly z.core.$ZodIssue[]): boolean =>
    issues.every((inner) => inner.code !== 'invalid_type' || inner.path.length > 0);
  const meant = errors.find(isOfType) ?? errors[0] ?? [];
  return meant.flatMap((inner) => describeIssue({ ...inner, path: [...path, ...inner.path] }));
}

/** Words from the documentation of MCP or Temporal that people write instead of the keys. */
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

/** The key that was meant by one that there is not; with dots in it, it is further in. */
export function findMeantKey(key: string, path: readonly PropertyKey[]): string | undefined {
  const synonym = path[0] === 'tools' || path[0] === 'actions' ? SYNONYMS.get(key) : undefined;
  return synonym ?? nearestName(key, knownKeysAt(manifestSchema, path));
}

/** Suggests the right place of a misplaced key: further in, or in a tool. */
function suggestPlace(key: string, path: readonly PropertyKey[]): string {
  const inner = knownKeysAt(manifestSchema, path).find(
    (known) => known !== 'tools' && knownKeysAt(manifestSchema, [...path, known]).includes(key),
  );
  if (inner !== undefined) return ` Write it under "${inner}".`;
  const isOfTool = path[0] !== 'tools' && knownKeysAt(manifestSchema, ['tools', '']).includes(key);
  return isOfTool ? ' Write it in a tool.' : '';
}

function suggestKey(key: string, path: readonly PropertyKey[]): string {
  const meant = findMeantKey(key, path);
  if (meant === undefined) return suggestPlace(key, path);
  return SYNONYMS.get(key) === meant ? ` Write "${meant}".` : ` Did you mean "${meant}"?`;
}

/** The purpose of a key, from the schema. */
function describePath(path: readonly PropertyKey[]): string {
  const [description] = objectsAt(manifestSchema, path.slice(0, -1)).flatMap(
    (schema) => KEY_DESCRIPTIONS.get(schema)?.[String(path.at(-1))] ?? [],
  );
  return description === undefined ? '' : ` ${description}`;
}

function describeOption({
  path,
  values,
  message,
  input,
}: z.core.$ZodIssueInvalidValue): LocatedProblem[] {
  const meant = typeof input === 'string' ? nearestName(input, values.map(String)) : undefined;
  return [
    { path, message: meant === undefined ? message : `${message}. Did you mean "${meant}"?` },
  ];
}

/** Returns true if the value at the place of an issue is missing. Needs `reportInput`. */
export function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return (code === 'invalid_type' || code === 'invalid_union') && input === undefined;
}

/** Describes an issue of zod and its fix; an issue with several keys is several problems. */
export function describeIssue(issue: z.core.$ZodIssue): LocatedProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `Unknown key "${key}".${suggestKey(key, issue.path)}`,
      key,
    }));
  }
  // Other issues name the right form themselves.
  if (issue.code === 'invalid_union' && !isMissing(issue) && issue.message === 'Invalid input') {
    return describeUnion(issue);
  }
  if (issue.code === 'invalid_key') {
    const message = issue.issues.map((inner) => inner.message).join(' ');
    return [{ path: issue.path, message, key: String(issue.path.at(-1)) }];
  }
  if (isMissing(issue)) {
    const expected = issue.code === 'invalid_type' ? issue.expected : 'value';
    const message = `Missing: ${expected} expected.${describePath(issue.path)}`;
    return [{ path: issue.path, message }];
  }
  return issue.code === 'invalid_value'
    ? describeOption(issue)
    : [{ path: issue.path, message: issue.message }];
}
