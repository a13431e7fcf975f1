/** Parses a manifest, also beside its faulty parts, so that all problems are reported together. */
import type { z } from 'zod';

import { isRecord } from '../../core/value/is-record.js';
import { type FileSource, manifestSchema } from '../manifest-schema.js';

import { describeIssue, findMeantKey, isMissing } from './describe-issue.js';
import type { LocatedProblem } from './located-problem.js';
import { formatPath } from './manifest-error.js';

type Path = readonly PropertyKey[];
type Node = Record<PropertyKey, unknown>;

/** Removed parts may have hidden further problems. */
const MAX_ROUNDS = 8;

/** Keys of a tool, or of an action, that others of its keys are held against. */
const BASES: readonly PropertyKey[] = [
  'input',
  'workflowId',
  'adopt',
  'startWith',
  'task',
  'maxTtl',
];

/** The result of parsing a manifest's text. */
export interface ParsedSource {
  /** The content without its faulty parts. Absent: nothing is left. */
  readonly source?: FileSource;
  /** Problems of its form. */
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

/** Mends one issue in place. @returns The paths at which the rest differs from the text. */
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
  else if (node && key === 'workflow') node[key] = '?';
  else if (node && key === 'tools' && path.length === 1) node[key] = {};
  else return [remove(root, path)];
  return [path];
}

function toFilter(broken: readonly Path[]): ParsedSource['isConsequence'] {
  const isUnsure = broken.some(
    ([section, , key]) => section === 'tools' && (key === undefined || key === 'workflow'),
  );
  return ({ path }) =>
    broken.some(
      (one) =>
        startsWith(path, one) ||
        startsWith(one, path) ||
        (one.length === 3 && startsWith(path, one.slice(0, 2)) && BASES.includes(String(one[2]))),
    ) ||
    // The Workflow Types are unknown.
    (isUnsure && path[0] === 'actions' && path[2] === 'workflow');
}

/** A key that is missing because of its typing error is reported once. */
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
  const first = manifestSchema.safeParse(written, { reportInput: true });
  if (first.success) return { source: first.data, problems: [], isConsequence: () => false };
  const problems = toProblems(first.error.issues);
  const rest = copy(written);
  const broken: Path[] = [];
  let { issues } = first.error;
  for (
    let round = 0;
    round < MAX_ROUNDS &&
    issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
    round += 1
  ) {
    broken.push(...issues.flatMap((issue) => mend(rest, issue)));
    const next = manifestSchema.safeParse(rest, { reportInput: true });
    if (next.success) return { source: next.data, problems, isConsequence: toFilter(broken) };
    ({ issues } = next.error);
  }
  return { problems, isConsequence: () => true };
}
