/** Problems of a `job` that its schema does not find. A fault of a preset's key is one of the keys that it reads. */
import { namesInTemplate } from '../../core/job/job-template.js';
import { checkExpression } from '../group/layout.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { CancelSource, JobSource, StageSource } from './job-group.js';
import { withPreset } from './with-preset.js';

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
  /** The names that `{job.…}` has by then. */
  readonly names: readonly string[];
}

function partsOf({ start, find, queue, poll, result, cancel }: JobSource): readonly Part[] {
  const first = Object.keys(start.identity ?? {});
  const all = [...first, ...Object.keys(queue?.identity ?? {})];
  // With json alone, the last reply of the poll has the result.
  const isRequested = Object.keys(result ?? {}).some((name) => name !== 'json');
  return [
    { at: ['start'], source: start, method: 'POST', names: [] },
    { at: ['find'], source: find, method: 'GET', names: [] },
    { at: ['queue'], source: queue, method: 'GET', names: first },
    { at: ['queue', 'cancel'], source: queue?.cancel, method: 'POST', names: first },
    { at: ['poll'], source: poll, method: 'GET', names: all },
    { at: ['cancel'], source: cancel, method: 'POST', names: all },
    {
      at: ['result'],
      source: isRequested ? { ...result, json: undefined } : null,
      method: 'GET',
      names: all,
    },
  ].flatMap(({ source, ...others }) => (source ? [{ ...others, source } as Part] : []));
}

interface Text {
  readonly path: Path;
  readonly text: string;
  readonly kind: 'template' | 'of arguments' | 'of reply';
  readonly names: Part['names'];
}

const TEMPLATES = ['url', 'query', 'headers', 'json', 'form', 'multipart'];
/** Keys of a group whose texts are words. */
const WORDS = ['method', 'succeeded', 'failed', 'cancelled', 'endsAs', 'cancel'];

/** The templates and expressions in a value, at any depth. */
function textsIn(value: unknown, of: Omit<Text, 'text'>): Text[] {
  if (typeof value === 'string') return [{ ...of, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).map(([key, one]: [string, unknown]) => ({
    one,
    path: [...of.path, Array.isArray(value) ? Number(key) : key],
  }));
  const isComputed = members.length === 1 && 'expression' in value && of.kind === 'template';
  const kind = isComputed ? 'of arguments' : of.kind;
  return members.flatMap(({ one, path }) => textsIn(one, { ...of, path, kind }));
}

function textsOf({ at, source, names }: Part): Text[] {
  return Object.entries(source).flatMap(([key, value]) => {
    if (WORDS.includes(key)) return [];
    const kind = TEMPLATES.includes(key) ? 'template' : 'of reply';
    return textsIn(value, { path: [...at, key], kind, names });
  });
}

/** Judges a name of an argument, or of a member of one. */
function findArgumentFault(name: string, properties: object): string | undefined {
  const isKnown = [name, name.split('.')[0] ?? ''].some((one) => Object.hasOwn(properties, one));
  return isKnown ? undefined : `"${name}" is not a property of the tool's input.`;
}

function findJobFault(name: string, names: Part['names']): string | undefined {
  if (names.includes(name)) return undefined;
  return names.length === 0
    ? `"job.${name}" is not known before the job has started.`
    : `No identity has "${name}": there is ${names.join(', ')}.`;
}

function findNameFault(name: string, names: Part['names'], properties: object): string | undefined {
  if (name === 'task.id' || name === 'task.token') return undefined;
  if (name.startsWith('job.')) return findJobFault(name.slice('job.'.length), names);
  return name.startsWith('task.')
    ? `Unknown placeholder "{${name}}": there are {task.id} and {task.token}.`
    : findArgumentFault(name, properties);
}

const PARTS_OF_REPLY = ['status', 'headers', 'body'];
const CAPITALS_IN_HEADER = /\bheaders\."?[\w-]*[A-Z]/;
const JOB_VALUE = /\$job\.(\w+)/g;

function checkText({ path, text, kind, names }: Text, properties: object): LocatedProblem[] {
  const toProblems = (faults: readonly (string | undefined)[]): LocatedProblem[] =>
    faults.flatMap((message) => (message === undefined ? [] : [{ path, message }]));
  if (kind === 'template')
    return toProblems(namesInTemplate(text).map((name) => findNameFault(name, names, properties)));
  const isOfReply = kind === 'of reply';
  const findMisfit = (name: string): string | undefined => {
    if (!isOfReply) return findArgumentFault(name, properties);
    if (PARTS_OF_REPLY.includes(name)) return undefined;
    return `A reply has status, headers and body: write "body.${name}".`;
  };
  const variables = ['task', ...(names.length > 0 ? ['job'] : []), ...(isOfReply ? ['input'] : [])];
  return [
    ...checkExpression(text, path, { findMisfit, variables }),
    ...when(
      isOfReply && CAPITALS_IN_HEADER.test(text),
      path,
      'The names of headers are in small letters here.',
    ),
    ...(names.length === 0
      ? []
      : toProblems(
          [...text.matchAll(JOB_VALUE)].map(([, name = '']) => findJobFault(name, names)),
        )),
  ];
}

function checkRequest({ at, source, method }: Part): LocatedProblem[] {
  const bodies = ['json', 'form', 'multipart'].filter((one) => source[one] !== undefined);
  const [body = '', other = ''] = bodies;
  const hasBody = body !== '' && (source['method'] ?? method) === 'GET';
  return [
    ...when(source['url'] === undefined, [...at, 'url'], 'Missing: the path after the base.'),
    ...when(hasBody, [...at, body], 'A GET has no body: write another method, or leave it out.'),
    ...when(other !== '', [...at, other], `A request has one body: leave ${body} or it out.`),
  ];
}

/** Words in two lists, and words of a cancellation that no list has. */
function checkWords(
  stage: Partial<StageSource>,
  at: Path,
  [cancel, atCancel]: readonly [CancelSource | undefined, Path],
): LocatedProblem[] {
  const seen = new Map<string, string>();
  const twice = (['succeeded', 'failed', 'cancelled'] as const).flatMap((end) =>
    (stage[end] ?? []).flatMap((word, index) => {
      const earlier = seen.get(word);
      seen.set(word, end);
      const message = `"${word}" is already a word of "${earlier ?? ''}": it can have one meaning.`;
      return when(earlier !== undefined, [...at, end, index], message);
    }),
  );
  const unknown = (cancel?.endsAs ?? []).flatMap((word, index) => {
    const message = `"${word}" is no end: write it under "failed" or "succeeded", too.`;
    return when(!seen.has(word), [...atCancel, 'endsAs', index], message);
  });
  return [...twice, ...unknown];
}

function checkStages({ poll = {}, queue, cancel }: JobSource): LocatedProblem[] {
  const left = 'Missing: what identifies the job once it has left the queue.';
  return [
    ...when(
      !poll.succeeded?.length,
      ['poll', 'succeeded'],
      'Missing: the words for success, [success].',
    ),
    ...when(Boolean(queue && !queue.identity), ['queue', 'identity'], left),
    ...checkWords(poll, ['poll'], [cancel, ['cancel']]),
    ...checkWords(queue ?? {}, ['queue'], [queue?.cancel, ['queue', 'cancel']]),
  ];
}

/** Faults of a start whose answer may be lost: a second start has to be harmless, or the first one found. */
function checkStart({ start, find }: JobSource, texts: readonly Text[]): LocatedProblem[] {
  const { idempotent = false, method, identity = {} } = start;
  const hasToken = texts.some(
    ({ path, text, kind }) =>
      path[0] === 'start' &&
      kind !== 'of reply' &&
      (text.includes('$task') || namesInTemplate(text).some((name) => name.startsWith('task.'))),
  );
  const names = Object.keys(identity).sort().join(', ');
  const found = Object.keys(find?.identity ?? {})
    .sort()
    .join(', ');
  return [
    ...when(
      idempotent && !hasToken && method !== 'PUT',
      ['start', 'idempotent'],
      'The request has no {task.token}, by which the service knows it again: write it where the service wants it.',
    ),
    ...when(
      Boolean(find) && idempotent,
      ['find'],
      'An idempotent start is made again, so nothing has to be found: leave it out.',
    ),
    ...when(
      Boolean(find) && found !== names,
      ['find', 'identity'],
      `Must name the values that the start names: ${names}.`,
    ),
  ];
}

const ABSOLUTE = /^https?:\/\/[^/?#{}]+/;

/** Addresses that the Worker would not call. */
function checkAddresses(job: JobSource, texts: readonly Text[]): LocatedProblem[] {
  const { base, hosts = [], internalAddresses = false, auth } = job;
  const addresses: readonly (readonly [Path, string])[] = [
    [['base'], base],
    ...hosts.map((host, index) => [['hosts', index], host] as const),
    [['auth', 'oauth', 'tokenUrl'], auth?.oauth?.tokenUrl ?? ''],
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
    ...when(
      auth !== undefined && Object.values(auth).filter((one) => one !== undefined).length !== 1,
      ['auth'],
      'Name one of bearer, basic, header, sigv4 and oauth.',
    ),
  ];
}

/** @param properties Those of the tool's input. */
export function checkJob(
  written: JobSource | undefined,
  properties: object,
  path: Path,
): LocatedProblem[] {
  if (!written) return [];
  const job = withPreset(written);
  const parts = partsOf(job);
  const texts = [
    ...textsIn(job.headers, { path: ['headers'], kind: 'template', names: [] }),
    ...parts.flatMap(textsOf),
  ];
  const reserved = ['task', 'job'].filter((name) => Object.hasOwn(properties, name));
  return [
    ...reserved.map((name) => ({
      path: [],
      message: `"${name}" names the ${name} itself in texts of a job: rename the argument.`,
    })),
    ...checkAddresses(job, texts),
    ...parts.flatMap(checkRequest),
    ...texts.flatMap((text) => checkText(text, properties)),
    ...checkStages(job),
    ...checkStart(job, texts),
  ].map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}

/** Reports tools that call the same origin at different rates: its Workers have one limit. */
export function checkRates(
  jobs: readonly (readonly [tool: string, job: JobSource | undefined])[],
): LocatedProblem[] {
  const first = new Map<string, readonly [tool: string, rate: number | undefined]>();
  return jobs.flatMap(([tool, job]) => {
    if (!job) return [];
    const { origin } = new URL(job.base);
    const [earlier, rate] = first.get(origin) ?? [tool, job.callsPerMinute];
    first.set(origin, [earlier, rate]);
    const message = `${earlier} calls the same origin with another limit: give both the same callsPerMinute.`;
    return when(rate !== job.callsPerMinute, ['tools', tool, 'job', 'callsPerMinute'], message);
  });
}
