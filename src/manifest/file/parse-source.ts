/** Parses a manifest. It goes on after faulty parts, so that all problems are reported together. */
import type * as z from 'zod';

import { isRecord } from '../../core/value/is-record.js';
import { type FileSource, manifestSchema } from '../manifest-schema.js';

import { describeIssue, findMeantKey, isMissing, issuesOf, wordIssue } from './describe-issue.js';
import { type LocatedProblem, formatPath } from './manifest-error.js';

type Path = readonly PropertyKey[];
type Node = Record<PropertyKey, unknown>;

const IN_WORDS = { reportInput: true, error: wordIssue } as const;

/** Limit of parsing again: each round removes faulty parts, which may have hidden further problems. */
const MAX_ROUNDS = 8;

/** Parts of a tool or action that the checks of its other parts need. Their faults may cause further problems. */
const BASES: readonly Path[] = [
  ['input'],
  ['task', 'support'],
  ['task', 'idempotencyKey'],
  ['workflow', 'id'],
  ['workflow', 'adopt'],
  ['workflow', 'startWith'],
];

/** The result of parsing a manifest's text. */
export interface ParsedSource {
  /** The content without its faulty parts. Absent: nothing is left. */
  readonly source?: FileSource;
  /** Problems that the schema has found. */
  readonly problems: readonly LocatedProblem[];
  /** Returns true if a problem may be only a consequence of the form's problems. */
  readonly isConsequence: (problem: LocatedProblem) => boolean;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

function nodeAt(root: unknown, path: Path): Node | undefined {
  let node = root;
  for (const key of path)
    node = isRecord(node) || Array.isArray(node) ? (node as Node)[key] : undefined;
  return typeof node === 'object' && node !== null ? (node as Node) : undefined;
}

function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((key, index) => key === path[index]);
}

/** Removes a faulty part; in a list, the whole list, since the other items would move. */
function remove(root: unknown, path: Path): Path {
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(root, parentPath);
  const key = path.at(-1);
  if (key === undefined || path.length === 0) return path;
  if (!parent || Array.isArray(parent) || !Object.hasOwn(parent, key))
    return remove(root, parentPath);
  Reflect.deleteProperty(parent, key);
  return path;
}

/** Returns true for the path of the Workflow Type in a `workflow` with several keys. */
function isTypeOfWorkflow(path: Path): boolean {
  return path.at(-1) === 'type' && path.at(-2) === 'workflow';
}

/** Returns the part to remove. For an argument it is the whole layout, since the other arguments would move. */
function wholeOf(path: Path): Path {
  const at = path.indexOf('arguments', 2);
  return at < 0 ? path : path.slice(0, at + 1);
}

/** Mends one issue in place. Returns the paths at which the content now differs from the text. */
function mend(root: unknown, issue: z.core.$ZodIssue): readonly Path[] {
  const { path } = issue;
  const node = nodeAt(root, issue.code === 'unrecognized_keys' ? path : path.slice(0, -1));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const meant = findMeantKey(key, path);
      if (node && meant !== undefined && !meant.includes('.') && !Object.hasOwn(node, meant)) {
        node[meant] = node[key];
      }
      remove(root, [...path, key]);
      return [...path, meant?.split('.')[0] ?? key];
    });
  }
  const key = path.at(-1);
  const isType = key === 'type' && ['input', 'output'].includes(String(path.at(-2)));
  if (node && isType) node[key] = 'object';
  else if (node && key !== undefined && (key === 'workflow' || isTypeOfWorkflow(path)))
    node[key] = '?';
  else if (node && key === 'tools' && path.length === 1) node[key] = {};
  else return [remove(root, wholeOf(path))];
  return [path];
}

/** Returns true if a problem may be a consequence of a broken part of the same tool or action. */
function isHeldAgainst(broken: Path, path: Path): boolean {
  const part = broken.slice(2);
  if (!startsWith(path, broken.slice(0, 2))) return false;
  if (part[0] === 'ttl') return path[2] === 'ttl';
  return BASES.some((base) => startsWith(base, part) || startsWith(part, base));
}

function toFilter(broken: readonly Path[]): ParsedSource['isConsequence'] {
  const isUnsure = broken.some(
    (path) =>
      path[0] === 'tools' &&
      (path.length < 3 || (path[2] === 'workflow' && path.length < 4) || isTypeOfWorkflow(path)),
  );
  return ({ path }) =>
    broken.some(
      (one) => startsWith(path, one) || startsWith(one, path) || isHeldAgainst(one, path),
    ) ||
    // The Workflow Types are unknown, so an action's type cannot be checked.
    (isUnsure && path[0] === 'actions' && path[2] === 'workflow');
}

/** Describes issues. A misspelt key is reported once, and not also as a missing key. */
function toProblems(issues: readonly z.core.$ZodIssue[]): LocatedProblem[] {
  const meant = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => formatPath([...issue.path, findMeantKey(key, issue.path) ?? key]))
      : [],
  );
  return issues
    .filter((issue) => !isMissing(issue) || !meant.includes(formatPath(issue.path)))
    .flatMap(describeIssue);
}

/** Parses a manifest. Does not throw. */
export function parseSource(written: unknown): ParsedSource {
  const first = manifestSchema.safeParse(written, IN_WORDS);
  if (first.success) return { source: first.data, problems: [], isConsequence: () => false };
  let issues = first.error.issues.flatMap(issuesOf);
  const problems = toProblems(issues);
  const rest = copy(written);
  const broken: Path[] = [];
  for (
    let round = 0;
    round < MAX_ROUNDS &&
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
    round += 1
  ) {
    broken.push(...issues.flatMap((issue) => mend(rest, issue)));
    const next = manifestSchema.safeParse(rest, IN_WORDS);
    if (next.success) return { source: next.data, problems, isConsequence: toFilter(broken) };
    issues = next.error.issues.flatMap(issuesOf);
  }
  return { problems, isConsequence: () => true };
}
