/** Problems of a `job` that its schema does not find. A fault of a preset's key is one of the keys that it reads. */
import type * as z from 'zod';

import { isRecord } from '../../core/value/is-record.js';
import type { Written } from '../../definition/leaves.js';
import { NOWHERE, type Place, withTask } from '../../definition/roots.js';
import { checkWritten, readsIn } from '../../manifest/compile/check-names.js';
import { textsInTree } from '../../manifest/compile/texts-in-tree.js';
import type { LocatedProblem } from '../../manifest/manifest-error.js';
import { BODY_KINDS } from '../contract/job-spec.js';

import {
  authGroup,
  jobGroup,
  type Language,
  LANGUAGES,
  POLL_EVERY,
  type CancelSource,
  type JobSource,
  type StageSource,
  variable,
} from './job-group.js';

type Path = readonly PropertyKey[];

function when(isWrong: boolean, path: Path, message: string): LocatedProblem[] {
  return isWrong ? [{ path, message }] : [];
}

/** A group of `job` with a request. */
interface Part {
  readonly at: Path;
  readonly source: Readonly<Record<string, unknown>>;
  /** The method that it has by default. */
  readonly method: 'GET' | 'POST';
}

function partsOf(job: JobSource): readonly Part[] {
  const { start, find, queue, poll, result, failure, cancel } = job;
  // With parse alone, the last reply of the poll has the result.
  const isRequested = Object.keys(result ?? {}).some((name) => name !== 'parse');
  return [
    { at: ['start'], source: start, method: 'POST' },
    { at: ['find'], source: find, method: 'GET' },
    { at: ['queue'], source: queue, method: 'GET' },
    { at: ['queue', 'cancel'], source: queue?.cancel, method: 'POST' },
    { at: ['poll'], source: poll, method: 'GET' },
    { at: ['cancel'], source: cancel, method: 'POST' },
    { at: ['result'], source: isRequested ? result : null, method: 'GET' },
    { at: ['failure'], source: failure, method: 'GET' },
  ].flatMap(({ source, ...others }) => (source ? [{ ...others, source } as Part] : []));
}

/** The members of `$job` in a group; none before the start. */
function namesIn({ start, queue, poll }: JobSource, group: PropertyKey | undefined): string[] {
  const first = Object.keys(start.ids ?? {});
  const all = [...first, ...Object.keys(queue?.ids ?? {})];
  if (group === 'queue') return first;
  if (group === 'poll' || group === 'cancel') return all;
  const isLast = group === 'result' || group === 'failure';
  return isLast ? [...all, ...Object.keys(poll?.ids ?? {})] : [];
}

const WITH_TOKEN = ['token'];
/** Roots of a reply, with the members that are known. */
const REPLY = { body: undefined, headers: undefined, code: [] };

/** Walks a value by its schema, and finds the texts where the schema reads them. */
function walk(
  schema: z.core.$ZodType,
  value: unknown,
  path: Path,
  found: (value: unknown, path: Path, language: Language) => Written[],
): Written[] {
  const language = LANGUAGES.get(schema);
  if (language) return found(value, path, language);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    return walk(def.innerType, value, path, found);
  }
  if (def.type === 'pipe') return walk(def.in, value, path, found);
  if (def.type !== 'object' && def.type !== 'record') return [];
  return Object.entries(value ?? {}).flatMap(([key, member]: [string, unknown]) => {
    const inner = def.type === 'record' ? def.valueType : def.shape[key];
    return inner ? walk(inner, member, [...path, key], found) : [];
  });
}

/** True for an object of JSON, as people copy it from a command line. */
function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\s*\{\s*"/.test(value)) return false;
  try {
    // With a value in it, its quotes are the worse fault.
    return isRecord(JSON.parse(value)) && !/\{[^\s"'{}]/.test(value);
  } catch {
    return false;
  }
}

function checkRequest({ at, source, method }: Part): LocatedProblem[] {
  const bodies = BODY_KINDS.filter((one) => source[one] !== undefined);
  const [body = '', other = ''] = bodies;
  const hasBody = body !== '' && (source['method'] ?? method) === 'GET';
  return [
    ...when(source['url'] === undefined, [...at, 'url'], 'Missing: the path after the base.'),
    ...when(hasBody, [...at, body], 'A GET has no body: write another method, or leave it out.'),
    ...when(
      isJsonText(source['json']),
      [...at, 'json'],
      'A text, which the service gets as a JSON string: write a map.',
    ),
    ...when(other !== '', [...at, other], `A request has one body: remove ${body} or ${other}.`),
  ];
}

/** Words in two lists, and words of a cancellation that no list has. */
function checkWords(
  stage: Partial<StageSource>,
  at: Path,
  [cancel, atCancel]: readonly [CancelSource | undefined, Path],
): LocatedProblem[] {
  const seen = new Map<string, string>();
  const twice = (['succeeded', 'failed', 'cancelled', 'running'] as const).flatMap((end) =>
    (stage[end] ?? []).flatMap((word, index) => {
      const earlier = seen.get(word);
      seen.set(word, end);
      const message = `"${word}" is already a word of "${earlier ?? ''}": it can have one meaning.`;
      return when(earlier !== undefined, [...at, end, index], message);
    }),
  );
  const unknown = (cancel?.endsAs ?? []).flatMap((word, index) => {
    const message = `"${word}" isn't an end state: write it under "failed" or "succeeded", too.`;
    const end = seen.get(word);
    return when(end === undefined || end === 'running', [...atCancel, 'endsAs', index], message);
  });
  return [...twice, ...unknown];
}

/** A state that is the HTTP status, though no list has one. */
function checkState(
  { state, succeeded = [], failed = [], cancelled = [] }: Partial<StageSource>,
  at: Path,
): LocatedProblem[] {
  const hasStatus = [...succeeded, ...failed, ...cancelled].some((word) => /^\d+$/.test(word));
  const message = '$code is the HTTP status, and no list has a number: is it $body.status?';
  return when(state?.trim() === '$code' && !hasStatus, [...at, 'state'], message);
}

function checkStages({ poll = {}, queue, cancel }: JobSource): LocatedProblem[] {
  const left = 'Missing: what identifies the job once it has left the queue.';
  return [
    ...when(
      !poll.succeeded?.length,
      ['poll', 'succeeded'],
      'Missing: the words for success, [success].',
    ),
    ...when(Boolean(queue && !queue.ids), ['queue', 'ids'], left),
    ...checkState(poll, ['poll']),
    ...checkState(queue ?? {}, ['queue']),
    ...checkWords(poll, ['poll'], [cancel, ['cancel']]),
    ...checkWords(queue ?? {}, ['queue'], [queue?.cancel, ['queue', 'cancel']]),
  ];
}

function checkTimes({ timeout = Infinity, pollEvery = {} }: JobSource): LocatedProblem[] {
  const { from = POLL_EVERY.from } = pollEvery;
  const message = `Shorter than the ${from} ms to the first poll ("pollEvery.from"): every job would be cancelled unseen.`;
  return when(timeout < from, ['timeout'], message);
}

const NO_TOKEN =
  'The start has no {$task.token}, so this could find the job of another task: write it where the service shows it again.';
const NO_COMPARISON =
  'This could find the job of another task, since a service may ignore a filter: compare with the token, "$body.runs[?key == $task.token].id | [0]".';

/** Texts that differ for each task. */
const isOfTask = (texts: readonly Written[]): boolean =>
  readsIn(texts).some(({ root }) => root === 'task');

const isOfReply = (one: Written): boolean =>
  readsIn([one]).some(({ root }) => Object.hasOwn(REPLY, root));

/** Faults of a start whose answer may be lost: a second start has to be harmless, or the first one found. */
function checkStart(
  { start, find, queue }: JobSource,
  texts: readonly Written[],
): LocatedProblem[] {
  const { idempotent = false, method, ids = {} } = start;
  const ofRequest = texts.filter(
    ({ path: [group], place }) => (group === 'start' || group === 'headers') && !place.subject,
  );
  const hasToken = isOfTask(ofRequest);
  const names = Object.keys(ids).sort().join(', ');
  const later = Object.keys(queue?.ids ?? {})
    .sort()
    .join(', ');
  const found = Object.keys(find?.ids ?? {})
    .sort()
    .join(', ');
  const uncompared = texts.filter(
    (one) => one.path[0] === 'find' && one.path[1] === 'ids' && isOfReply(one) && !isOfTask([one]),
  );
  return [
    ...when(
      idempotent && !hasToken && method !== 'PUT',
      ['start', 'idempotent'],
      'The request has no {$task.token}, by which the service knows it again: write it where the service wants it.',
    ),
    ...when(
      Boolean(find) && idempotent,
      ['find'],
      'An idempotent start is made again, so nothing has to be found: leave it out.',
    ),
    ...when(
      Boolean(find) && found !== names && (later === '' || found !== later),
      ['find', 'ids'],
      `Must name the values that the start names: ${names}${later === '' ? '' : `; or those after the queue: ${later}`}.`,
    ),
    ...when(Boolean(find) && !idempotent && !hasToken, ['find'], NO_TOKEN),
    ...(hasToken && !idempotent && (found === names || found === later) ? uncompared : []).map(
      ({ path }) => ({
        path,
        message: NO_COMPARISON,
      }),
    ),
  ];
}

const ABSOLUTE = /^https?:\/\/[^/?#{}]+/;

/** Addresses that the Worker would not call. */
function checkAddresses(job: JobSource, texts: readonly Written[]): LocatedProblem[] {
  const { base, hosts = [], internalAddresses = false, auth } = job;
  const addresses: readonly (readonly [Path, string])[] = [
    [['base'], base],
    ...hosts.map((host, index) => [['hosts', index], host] as const),
    [['auth', 'oauth', 'tokenUrl'], auth?.oauth?.tokenUrl ?? ''],
    [['auth', 'login', 'url'], auth?.login?.url ?? ''],
  ];
  const origins = [base, ...hosts].map((url) => new URL(url).origin);
  return [
    ...addresses.flatMap(([path, url]) =>
      when(
        url.startsWith('http:') && !internalAddresses,
        path,
        'Must be https. With internalAddresses: true, http is allowed.',
      ),
    ),
    ...texts.flatMap(({ path, text }) => {
      const [origin = ''] = path.at(-1) === 'url' ? (ABSOLUTE.exec(text) ?? []) : [];
      const isForeign = URL.canParse(origin) && !origins.includes(new URL(origin).origin);
      return when(isForeign, path, `${origin} is not the base: name it under "hosts", too.`);
    }),
  ];
}

/** Values of a login that aren't names of variables. A constant is written as `{ value }`. */
function checkLoginTree(tree: unknown, path: Path): LocatedProblem[] {
  if (typeof tree === 'string') {
    const { error } = variable.safeParse(tree);
    return (error?.issues ?? []).map(({ message }) => ({ path, message }));
  }
  if (typeof tree !== 'object' || tree === null) {
    return [{ path, message: `A constant: write { value: ${JSON.stringify(tree)} }.` }];
  }
  const members = Object.entries(tree);
  if (members.length === 1 && 'value' in tree) return [];
  return members.flatMap(([name, one]: [string, unknown]) =>
    checkLoginTree(one, [...path, Array.isArray(tree) ? Number(name) : name]),
  );
}

function checkAuth({ auth }: JobSource, { tool }: Place): LocatedProblem[] {
  if (!auth) return [];
  const kinds = Object.keys(authGroup.shape);
  const { login } = auth;
  const path = ['auth', 'login'];
  // A token is asked for without a call of the tool.
  const place: Place = { ...NOWHERE, tool, subject: 'body', roots: REPLY };
  return [
    ...when(
      Object.values(auth).filter((one) => one !== undefined).length !== 1,
      ['auth'],
      `Name one of ${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1) ?? ''}.`,
    ),
    ...(login ? checkLoginTree(login.json, [...path, 'json']) : []),
    ...(login
      ? checkWritten([{ path: [...path, 'token'], kind: 'expression', text: login.token, place }])
      : []),
  ];
}

/**
 * The texts and expressions of a job with its preset.
 *
 * @param before What can be named before the start.
 */
export function writtenIn(job: JobSource, before: Place): readonly Written[] {
  const task = withTask(before, WITH_TOKEN);
  return walk(jobGroup, job, [], (value, path, { kind, of, isAddress }) => {
    const names = namesIn(job, path[0]);
    const roots = names.length > 0 ? { ...task.roots, job: names } : task.roots;
    const request: Place = { ...task, roots, isAddress };
    const reply: Place = { ...request, subject: 'body', roots: { ...roots, ...REPLY } };
    return textsInTree(value, { path, kind, place: of === 'reply' ? reply : request });
  });
}

/**
 * @param job With its preset.
 * @param place What can be named before the start.
 */
export function checkJob(
  job: JobSource,
  { path, place }: { readonly path: Path; readonly place: Place },
): LocatedProblem[] {
  const texts = writtenIn(job, place);
  return [
    ...checkAddresses(job, texts),
    ...checkAuth(job, place),
    ...partsOf(job).flatMap(checkRequest),
    ...checkWritten(texts),
    ...checkStages(job),
    ...checkTimes(job),
    ...checkStart(job, texts),
  ].map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}
