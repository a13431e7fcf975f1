/** Makes of a tool's `job` what runs it: the start of a Workflow of this package, and what its Worker may call. */
import { createHash } from 'node:crypto';

import { SYSTEM_TASK_QUEUE } from '../../core/companion/companion.js';
import { withoutUndefined } from '../../core/value/members.js';
import { expression } from '../../definition/leaves.js';
import { placeBeforeStart } from '../../definition/roots.js';
import { toExpression } from '../../manifest/compile/compile-expression.js';
import { spellOut, spellOutExpression } from '../../manifest/compile/compile-text.js';
import type { DeclaredWork, WorkOfTool } from '../../manifest/tool/tool-kind.js';
import {
  JOB_KIND,
  type JobAccess,
  type JobCredentials,
  type LoginTree,
} from '../contract/job-access.js';
import { JOB_WORKFLOW_TYPE } from '../contract/job-contract.js';
import { type JobCancel, type JobPoll, type JobSpec, NO_STATE } from '../contract/job-spec.js';

import { writtenIn } from './check-job.js';
import {
  type JobAuthSource,
  type CancelSource,
  DEFAULT_FIRST_POLL_MS,
  DEFAULT_TAIL,
  type JobSource,
  type RequestSource,
  type StageSource,
} from './job-group.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_WITHIN_MS = 5 * MINUTE_MS;
const DEFAULT_CALLS_PER_MINUTE = 300;
/** Answers to a cancellation of services whose job has ended. */
const ALREADY_ENDED = [409];
/** Time of the Workflow after the limit of its job and its cancellation, in which no Worker may run. */
const SPARE_MS = DAY_MS;
/** A name as JMESPath has it, which needs no spelling out. */
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** A group of `job` as the request that it is. */
function withMethod<Source extends RequestSource>(
  source: Source,
  method: 'GET' | 'POST',
): Source & { readonly method: string; readonly url: string } {
  return { ...source, method: source.method ?? method, url: source.url ?? '' };
}

function toCancel(source: CancelSource): JobCancel {
  return {
    alreadyEnded: ALREADY_ENDED,
    endsAs: [],
    within: DEFAULT_WITHIN_MS,
    ...withMethod(source, 'POST'),
  } as JobCancel;
}

function toPoll<Source extends StageSource>(source: Source): Source & JobPoll {
  const ends = { state: NO_STATE, succeeded: [], failed: [], cancelled: [] };
  return { ...ends, ...withMethod(source, 'GET') };
}

function toSpec(job: JobSource): JobSpec {
  const { base, headers, start, find, queue, poll = {}, result, failure, cancel } = job;
  const { notFoundFor = MINUTE_MS, unreachableFor = HOUR_MS, timeout = DAY_MS } = job;
  const { from = DEFAULT_FIRST_POLL_MS, to = MINUTE_MS } = job.pollEvery ?? {};
  return withoutUndefined({
    base: base.replace(/\/+$/, ''),
    headers,
    timeout,
    start: { ids: {}, idempotent: false, ...withMethod(start, 'POST') } as JobSpec['start'],
    find: find ? ({ ids: {}, ...withMethod(find, 'GET') } as JobSpec['find']) : undefined,
    queue: queue ? { ...toPoll(queue), cancel: queue.cancel && toCancel(queue.cancel) } : undefined,
    poll: toPoll(poll),
    result: result as JobSpec['result'],
    failure: failure
      ? ({ tail: DEFAULT_TAIL, ...withMethod(failure, 'GET') } as JobSpec['failure'])
      : undefined,
    cancel: cancel && toCancel(cancel),
    pollEvery: { from, to: Math.max(to, from) },
    notFoundFor,
    unreachableFor,
  });
}

/** Writes the names of arguments so that the Worker, which has no list of them, reads the same. */
function spellOutIn(job: JobSource, tool: string, names: readonly string[]): JobSource {
  const spelt = structuredClone(job);
  for (const { path, kind, text } of writtenIn(job, placeBeforeStart(tool, names, {}))) {
    const parent = path
      .slice(0, -1)
      .reduce<object>((value, name) => Reflect.get(value, name) as object, spelt);
    const spell = kind === 'text' ? spellOut : spellOutExpression;
    Reflect.set(parent, path.at(-1) ?? '', spell(text, names));
  }
  return spelt;
}

/** @param job With its preset. */
export function toJobWorkflow(job: JobSource, of: WorkOfTool): ReturnType<DeclaredWork['toStart']> {
  const { tool, names } = of;
  const unusual = names.filter((name) => !PLAIN_NAME.test(name));
  const spec = toSpec(spellOutIn(job, tool, unusual));
  const within = [spec.queue?.cancel, spec.cancel].map((cancel) => cancel?.within ?? 0);
  const { taskQueue } = toJobAccess(job, of);
  return {
    type: JOB_WORKFLOW_TYPE,
    taskQueue: SYSTEM_TASK_QUEUE,
    executionTimeout: spec.timeout + spec.unreachableFor + Math.max(...within) + SPARE_MS,
    arguments: withoutUndefined({
      tool: { value: tool },
      spec: { value: spec },
      input: expression.parse('$input'),
      caller: JSON.stringify(spec).includes('$caller') ? expression.parse('$caller') : undefined,
      taskQueue: { value: taskQueue },
    }),
  };
}

function toCredentials(auth: JobAuthSource): JobCredentials {
  const { bearer, basic, header, query, sigv4, oauth, login } = auth;
  if (bearer !== undefined) return { kind: 'bearer', token: bearer };
  if (basic) return { kind: 'basic', ...basic };
  if (header) {
    const { name, value, prefix } = header;
    return { kind: 'header', name, value, ...withoutUndefined({ prefix }) };
  }
  if (query) return { kind: 'query', ...query };
  if (login) {
    const { url, json, token } = login;
    return {
      kind: 'login',
      login: { url, json: json as LoginTree, token: toExpression(token) },
    };
  }
  if (sigv4) {
    const {
      accessKeyId = 'AWS_ACCESS_KEY_ID',
      secretAccessKey = 'AWS_SECRET_ACCESS_KEY',
      sessionToken = 'AWS_SESSION_TOKEN',
    } = sigv4;
    return { kind: 'sigv4', ...sigv4, accessKeyId, secretAccessKey, sessionToken };
  }
  if (!oauth) return { kind: 'none' };
  const { tokenUrl, clientId, clientSecret, ...others } = oauth;
  return {
    kind: 'oauth',
    oauth: { tokenUrl, clientId, clientSecret, ...withoutUndefined(others) },
  };
}

/**
 * Task Queue of the Activities for one origin, in the namespace of the tasks. Its rate limit holds for all Workers. The
 * credentials tell apart teams that have not named their servers. No history gets the names of their variables.
 */
function toJobTaskQueue(serverName: string, origin: string, auth: JobAuthSource): string {
  const hash = createHash('sha256').update(JSON.stringify(auth)).digest('hex');
  const account = Object.keys(auth).length === 0 ? '' : ` as ${hash.slice(0, 8)}`;
  return `temporal-mcp-tasks jobs of ${serverName} at ${new URL(origin).host}${account}`;
}

/** @param job With its preset. */
export function toJobAccess(job: JobSource, { serverName }: WorkOfTool): JobAccess {
  const { base, auth = {}, hosts = [], internalAddresses = false } = job;
  const { origin } = new URL(base);
  return {
    kind: JOB_KIND,
    taskQueue: toJobTaskQueue(serverName, origin, auth),
    origin,
    credentials: toCredentials(auth),
    otherOrigins: [...new Set(hosts.map((host) => new URL(host).origin))],
    internalAddresses,
    callsPerMinute: job.callsPerMinute ?? DEFAULT_CALLS_PER_MINUTE,
  };
}
