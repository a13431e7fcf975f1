/** Words for what a manifest's schema refuses. */
import * as z from 'zod';

import { nearestName } from '../../core/tool/find-nearest.js';
import { manifestSchema } from '../manifest-schema.js';

import type { LocatedProblem } from './manifest-error.js';

/** Types of values, in the words of people who write YAML. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

/** Returns the name of a type as zod has it: "a list". */
function nameType(type: string): string {
  return TYPES[type] ?? type;
}

function typeOf(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

function toAdvice(expected: string, given: string): string {
  if (expected === 'string' && ['number', 'boolean'].includes(given)) return ': put it in quotes';
  return expected === 'array' ? ': begin each entry with "- "' : '';
}

function wordType(expected: string, input: unknown): string {
  const given = typeOf(input);
  if (given === 'null') return `Must be ${nameType(expected)}, and nothing stands here.`;
  if (expected === 'int' && given === 'number') return 'Must be a whole number.';
  return `Must be ${nameType(expected)}, not ${nameType(given)}${toAdvice(expected, given)}.`;
}

function wordValues(values: readonly z.core.util.Primitive[]): string {
  const words = values.map((value) => JSON.stringify(value));
  const last = words.pop() ?? '';
  return `Must be ${words.length === 0 ? last : `${words.join(', ')} or ${last}`}.`;
}

function wordLimit(origin: string, word: string, limit: number | bigint): string {
  if (origin === 'string') return `Must have ${word} ${limit} characters.`;
  return origin === 'array' ? `Must have ${word} ${limit} entries.` : `Must be ${word} ${limit}.`;
}

/** Words an issue that its schema leaves to zod. Returns `undefined` for issues that need more than their own data. */
export const wordIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return wordType(issue.expected, issue.input);
  if (issue.code === 'invalid_value') return wordValues(issue.values);
  if (issue.code === 'too_small') {
    return wordLimit(
      issue.origin,
      issue.inclusive === false ? 'more than' : 'at least',
      issue.minimum,
    );
  }
  if (issue.code !== 'too_big') return undefined;
  return wordLimit(
    issue.origin,
    issue.inclusive === false ? 'less than' : 'at most',
    issue.maximum,
  );
};

/**
 * Returns the issues of the most probable form, if a value may have several: a form that fits, else one of its type.
 */
export function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  // A union with a message of its own already names the right form.
  const isOfForms = issue.code === 'invalid_union' && issue.message === 'Invalid input';
  if (!isOfForms || isMissing(issue)) return [issue];
  const { path, errors } = issue;
  const meant = errors.find(isWithin) ?? errors.find(isOfType) ?? errors[0] ?? [];
  if (meant.length === 0) return [issue];
  return meant.flatMap((inner) => issuesOf({ ...inner, path: [...path, ...inner.path] }));
}

function isOfType(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
}

/** Returns true if a form fits the kind of the value: its only issues are unknown keys, or lie deeper in the value. */
function isWithin(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ code, path }) => code === 'unrecognized_keys' || path.length > 0);
}

/** Words from the documentation of MCP or Temporal that people write instead of the keys. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ask: 'questions',
    inputSchema: 'input',
    outputSchema: 'output',
    workflowType: 'workflow',
    taskSupport: 'task',
    taskQueue: 'workflow.taskQueue',
    queue: 'workflow.taskQueue',
    workflowId: 'workflow.id',
    arguments: 'workflow.arguments',
    args: 'workflow.arguments',
    retry: 'workflow.retryPolicy',
    retryPolicy: 'workflow.retryPolicy',
    executionTimeout: 'workflow.executionTimeout',
    workflowExecutionTimeout: 'workflow.executionTimeout',
    idempotencyKey: 'task.idempotencyKey',
    scopes: 'access.scopes',
    allow: 'access.allow',
    approvers: 'access.approvers',
  }),
);

/** Returns the key that a synonym stands for, as to be written at a path: with its groups, or only its last part. */
function findSynonym(key: string, path: readonly PropertyKey[]): string | undefined {
  const keys = SYNONYMS.get(key)?.split('.') ?? [];
  return [keys, keys.slice(-1)]
    .find((one) =>
      knownKeysAt(manifestSchema, [...path, ...one.slice(0, -1)]).includes(one.at(-1) ?? ''),
    )
    ?.join('.');
}

/** Returns the known key that is most like an unknown one. Dots lead to a key of an inner group. */
export function findMeantKey(key: string, path: readonly PropertyKey[]): string | undefined {
  return findSynonym(key, path) ?? nearestName(key, knownKeysAt(manifestSchema, path));
}

/** Suggests the right place of a misplaced key: in an inner group, or in a tool. */
function suggestPlace(key: string, path: readonly PropertyKey[]): string {
  const inner = knownKeysAt(manifestSchema, path).find(
    (known) => known !== 'tools' && knownKeysAt(manifestSchema, [...path, known]).includes(key),
  );
  if (inner === 'server') return ' Write it into the settings of the server ("server").';
  if (inner !== undefined) return ` Write it under "${inner}".`;
  const isOfTool = path[0] !== 'tools' && knownKeysAt(manifestSchema, ['tools', '']).includes(key);
  return isOfTool ? ' Write it in a tool.' : '';
}

function suggestKey(key: string, path: readonly PropertyKey[]): string {
  const meant = findMeantKey(key, path);
  if (meant === undefined) return suggestPlace(key, path);
  return findSynonym(key, path) === meant ? ` Write "${meant}".` : ` Did you mean "${meant}"?`;
}

/** The purpose of a key, from the schema. */
function describePath(path: readonly PropertyKey[]): string {
  const [description] = objectsAt(manifestSchema, path.slice(0, -1)).flatMap(
    (schema) => (schema.shape[String(path.at(-1))] as z.ZodType | undefined)?.description ?? [],
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
  return [{ path, message: meant === undefined ? message : `${message} Did you mean "${meant}"?` }];
}

/** Returns true if the value at the place of an issue is missing. Needs `reportInput`. */
export function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return (code === 'invalid_type' || code === 'invalid_union') && input === undefined;
}

/** Describes an issue of zod and its fix; an issue with several keys is several problems. */
export function describeIssue(whole: z.core.$ZodIssue): LocatedProblem[] {
  return issuesOf(whole).flatMap(describeOne);
}

function describeOne(issue: z.core.$ZodIssue): LocatedProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `Unknown key "${key}".${suggestKey(key, issue.path)}`,
      key,
    }));
  }
  if (issue.code === 'invalid_key') {
    const message = issue.issues.map((inner) => inner.message).join(' ');
    return [{ path: issue.path, message, key: String(issue.path.at(-1)) }];
  }
  if (isMissing(issue)) {
    const expected = issue.code === 'invalid_type' ? `: ${nameType(issue.expected)}` : '';
    const message = `Missing${expected}.${describePath(issue.path)}`;
    return [{ path: issue.path, message }];
  }
  return issue.code === 'invalid_value'
    ? describeOption(issue)
    : [{ path: issue.path, message: issue.message }];
}

type Schema = z.core.$ZodType;

/** Returns the schemas inside an optional, nullable or piped schema, and each option of a union. */
function formsOf(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return formsOf(def.innerType);
  if (def.type === 'union') return def.options.flatMap(formsOf);
  return def.type === 'pipe' ? formsOf(def.in) : [schema];
}

function membersAt(schema: Schema, key: PropertyKey): readonly Schema[] {
  return formsOf(schema).flatMap((form) => {
    const { def } = (form as z.core.$ZodTypes)._zod;
    if (def.type === 'record') return [def.valueType];
    if (def.type === 'array') return typeof key === 'number' ? [def.element] : [];
    if (def.type !== 'object' || !Object.hasOwn(def.shape, key)) return [];
    const member = def.shape[String(key)];
    return member ? [member] : [];
  });
}

/** Returns the object schemas that may stand at a path, one for each possible form; empty if no object may. */
function objectsAt(root: Schema, path: readonly PropertyKey[]): readonly z.ZodObject[] {
  return path
    .reduce<readonly Schema[]>(
      (schemas, key) => schemas.flatMap((schema) => membersAt(schema, key)),
      [root],
    )
    .flatMap(formsOf)
    .filter((form) => form instanceof z.ZodObject);
}

/** Returns the known keys at a path. */
function knownKeysAt(root: Schema, path: readonly PropertyKey[]): string[] {
  return objectsAt(root, path).flatMap(({ shape }) => Object.keys(shape));
}
