/** Parses the content of a file by the manifest's schema, and says what to write instead. */
import * as z from 'zod';

import { nearestName } from '../../core/value/find-nearest.js';
import { isRecord } from '../../core/value/is-record.js';
import { type LocatedProblem, formatPath } from '../manifest-error.js';
import { describeInPlainWords, EMPTY } from '../zod-words.js';

import { type FileSource, manifestSchema } from './manifest-schema.js';

/**
 * Returns the issues of the most probable form, if a value may have several: a form that fits, else one of its type.
 */
function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  // A union with a message of its own already names the right form.
  const isOfForms = issue.code === 'invalid_union' && issue.message === 'Invalid input';
  if (!isOfForms || isMissing(issue) || issue.input === null) return [issue];
  const { path, errors } = issue;
  const branch = errors.find(isWithin) ?? errors.find(isOfType) ?? errors[0] ?? [];
  if (branch.length === 0) return [issue];
  return branch.flatMap((inner) => issuesOf({ ...inner, path: [...path, ...inner.path] }));
}

function isOfType(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
}

/** Returns true if a form fits the kind of the value: its only issues are unknown keys, or lie deeper in the value. */
function isWithin(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ code, path }) => code === 'unrecognized_keys' || path.length > 0);
}

/** Names that other formats have for keys. Of several keys, the first one that is known at the place counts. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    inputSchema: ['input'],
    parameters: ['input'],
    outputSchema: ['output'],
    returns: ['output'],
    args: ['workflow.arguments'],
    retry: ['workflow.retryPolicy'],
    retries: ['workflow.retryPolicy'],
    timeout: ['workflow.executionTimeout', 'scheduleToCloseTimeout'],
    queue: ['workflow.taskQueue'],
    success: ['succeeded'],
    failure: ['failed'],
    data: ['json'],
    payload: ['json'],
    params: ['query'],
    token: ['bearer'],
    apiKey: ['header'],
    every: ['pollEvery.from'],
    interval: ['pollEvery.from'],
    maxAttempts: ['maximumAttempts'],
    maxRetries: ['maximumAttempts'],
    executionTimeout: ['scheduleToCloseTimeout'],
    runTimeout: ['startToCloseTimeout'],
  }),
);

/** Words that people wrote for several keys, with one of these keys, and what is written instead. */
const CHOICES: ReadonlyMap<string, readonly [group: string, hint: string]> = new Map([
  ['body', ['multipart', 'Write "json", "form" or "multipart".']],
  [
    'status',
    ['state', 'Write "state" for the word of the state, or "message" for its text for people.'],
  ],
  ['startWith', ['heartbeatTimeout', 'An Activity gets no messages: write a Workflow.']],
  ['adopt', ['heartbeatTimeout', 'Only Workflows can be adopted.']],
  [
    'memo',
    ['heartbeatTimeout', 'An Activity has no memo: write searchAttributes, summary or details.'],
  ],
  ['every', ['state', 'Write "pollEvery" beside "poll".']],
  ['groups', ['allow', 'Claims stand under "allow": { groups: [finance] }.']],
  ['approvers', ['when', 'Write it under "access" of the tool: it counts for all its questions.']],
  ['tags', ['workflow', 'A tool has no tags: clients see its title and description.']],
]);

/** Returns the key that another name means, as to be written at a path: with its groups, or only its last part. */
function findNewName(key: string, path: readonly PropertyKey[]): string | undefined {
  return (OTHER_NAMES.get(key) ?? [])
    .flatMap((name) => [name.split('.'), name.split('.').slice(-1)])
    .find((one) =>
      knownKeysAt(manifestSchema, [...path, ...one.slice(0, -1)]).includes(one.at(-1) ?? ''),
    )
    ?.join('.');
}

/** Returns the known key that is most like an unknown one. Dots lead to a key of an inner group. */
function findMeantKey(key: string, path: readonly PropertyKey[]): string | undefined {
  return findNewName(key, path) ?? nearestName(key, knownKeysAt(manifestSchema, path));
}

/** Suggests the right place of a misplaced key: in an inner group, or in a tool. */
function suggestPlace(key: string, path: readonly PropertyKey[]): string {
  const inner = knownKeysAt(manifestSchema, path).find(
    (section) =>
      section !== 'tools' && knownKeysAt(manifestSchema, [...path, section]).includes(key),
  );
  if (inner === 'server') return ' Write it into the settings of the server ("server").';
  const isOfFile = path.length > 0 && path[0] !== 'server' && inner === undefined;
  if (isOfFile && knownKeysAt(manifestSchema, []).includes(key))
    return ` Write it beside "${String(path[0])}", at the left margin.`;
  const isOfTool = path[0] !== 'tools' && knownKeysAt(manifestSchema, ['tools', '']).includes(key);
  if (inner === undefined) return isOfTool ? ' Write it in a tool.' : '';
  const isOfAll = isOfTool && inner === 'defaults';
  return isOfAll ? ' Write it in a tool, or under "defaults".' : ` Write it under "${inner}".`;
}

function suggestKey(key: string, path: readonly PropertyKey[]): string {
  const [group = '', hint = ''] = CHOICES.get(key) ?? [];
  if (knownKeysAt(manifestSchema, path).includes(group)) return ` ${hint}`;
  const newName = findNewName(key, path);
  if (newName !== undefined) return ` Write "${newName}".`;
  const place = suggestPlace(key, path);
  if (place !== '') return place;
  const near = findMeantKey(key, path);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

/** The purpose of a key, from the schema. */
function describePath(path: readonly PropertyKey[]): string {
  const [description] = objectsAt(manifestSchema, path.slice(0, -1)).flatMap(
    (schema) => (schema.shape[String(path.at(-1))] as z.ZodType | undefined)?.description ?? [],
  );
  return description === undefined ? '' : ` ${description}`;
}

const MAX_SHOWN_KEYS = 4;

/** Names keys where a text, a number or a condition was written in place of a map. */
function describeForm(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return undefined;
  if (!['string', 'number', 'boolean'].includes(typeof issue.input)) return undefined;
  const keys = knownKeysAt(manifestSchema, issue.path);
  if (keys.length === 0) return undefined;
  return `Write a map, with keys such as ${keys.slice(0, MAX_SHOWN_KEYS).join(', ')}.`;
}

/** The message as a sentence, with the value or the keys that may be meant. */
function toSentence(issue: z.core.$ZodIssue): string {
  const { message, input } = issue;
  const form = describeForm(issue);
  if (form !== undefined) return form;
  const values =
    issue.code === 'invalid_value' ? issue.values.filter((value) => typeof value === 'string') : [];
  const suggestion = typeof input === 'string' ? nearestName(input, values) : undefined;
  const sentence = /[.?]$/.test(message) ? message : `${message}.`;
  return suggestion === undefined ? sentence : `${sentence} Did you mean "${suggestion}"?`;
}

/** Returns true if a key has no value, and the schema has no words of its own for that. */
function isEmpty({ input, message, path }: z.core.$ZodIssue): boolean {
  return path.length > 0 && input === null && (message === EMPTY || message === 'Invalid input');
}

/** Returns true if the value at the place of an issue is missing. Needs `reportInput`. */
function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return (code === 'invalid_type' || code === 'invalid_union') && input === undefined;
}

/** Describes an issue of zod and its fix; an issue with several keys is several problems. */
function describeIssue(issue: z.core.$ZodIssue): LocatedProblem[] {
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
    return [{ path: issue.path, message: `Missing.${describePath(issue.path)}` }];
  }
  if (isEmpty(issue)) {
    const meaning = describePath(issue.path) || ' Write its value here.';
    return [{ path: issue.path, message: `${EMPTY}${meaning}` }];
  }
  return [{ path: issue.path, message: toSentence(issue) }];
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

function knownKeysAt(root: Schema, path: readonly PropertyKey[]): string[] {
  return objectsAt(root, path).flatMap(({ shape }) => Object.keys(shape));
}

/** Describes issues. A misspelt key is reported once, and not also as a missing key. */
function toProblems(issues: readonly z.core.$ZodIssue[]): LocatedProblem[] {
  const reported = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => formatPath([...issue.path, findMeantKey(key, issue.path) ?? key]))
      : [],
  );
  return issues
    .filter((issue) => !isMissing(issue) || !reported.includes(formatPath(issue.path)))
    .flatMap(describeIssue);
}

type Written = Readonly<Record<string, unknown>>;

/** Sections by name, with the keys of which an entry needs one. */
const SECTIONS = { tools: ['workflow', 'activity', 'job'], actions: ['workflow'] } as const;
type Section = keyof typeof SECTIONS;

function isSection(key: PropertyKey | undefined): key is Section {
  return key === 'tools' || key === 'actions';
}

function entriesOf(written: unknown, section: Section): Written {
  const entries = isRecord(written) ? written[section] : undefined;
  return isRecord(entries) ? entries : {};
}

/** Reports keys of a tool or an action that stand beside its name, one level too far left. */
function findShifted(written: unknown): LocatedProblem[] {
  return (['tools', 'actions'] as const).flatMap((section) => {
    const names = knownKeysAt(manifestSchema, [section, '']);
    const what = section === 'tools' ? 'a tool' : 'an action';
    let above = what;
    return Object.entries(entriesOf(written, section)).flatMap(([name, value]) => {
      const isEntry =
        !names.includes(name) || (isRecord(value) && SECTIONS[section].some((key) => key in value));
      if (isEntry) {
        above = `"${name}"`;
        return [];
      }
      const message = `"${name}" is a key of ${what}: indent it under ${above}.`;
      return [{ path: [section, name], key: name, message }];
    });
  });
}

/** Parses the tools without problems; nothing if other parts of the file, on which tools depend, have problems. */
function parseSound(written: unknown, problems: readonly LocatedProblem[]): FileSource {
  const places = problems.map(({ path }) => path);
  if (
    !isRecord(written) ||
    !places.every(([section, name]) => isSection(section) && name !== undefined)
  ) {
    return {};
  }
  const faulty = places.map(([, name]) => name);
  const tools = Object.entries(entriesOf(written, 'tools')).filter(
    ([name]) => !faulty.includes(name),
  );
  const rest = { ...written, tools: Object.fromEntries(tools), actions: {} };
  return manifestSchema.safeParse(rest).data ?? {};
}

export interface ParsedSource {
  /** With problems, only tools that can still be checked. */
  readonly source: FileSource;
  readonly problems: readonly LocatedProblem[];
}

/** Does not throw. */
export function parseSource(written: unknown): ParsedSource {
  const { data, error } = manifestSchema.safeParse(written, {
    reportInput: true,
    error: describeInPlainWords,
  });
  if (data) return { source: data, problems: [] };
  const shifted = findShifted(written);
  const issues = error.issues.filter(
    ({ path, input }) =>
      !shifted.some(
        ({ path: [section, name] }) =>
          path[0] === section && (path[1] === name || (path.length === 2 && input === null)),
      ),
  );
  const problems = [...shifted, ...toProblems(issues.flatMap(issuesOf))];
  return { source: parseSound(written, problems), problems };
}
