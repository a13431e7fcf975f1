/** Makes of a tool's `job` what runs it: the start of a Workflow of this package, and what its Worker may call. */
import { createHash } from 'node:crypto';

import type * as z from 'zod';

import { SYSTEM_TASK_QUEUE } from '../../core/companion/companion.js';
import { withoutMembers, withoutUndefined } from '../../core/value/members.js';
import { compile, expression } from '../../definition/leaves.js';
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
import type { JobSpec } from '../contract/job-spec.js';

import { writtenIn } from './check-job.js';
import { type JobAuthSource, jobGroup, type JobSource, POLL_EVERY } from './job-group.js';

/** Time of the Workflow after the limit of its job and its cancellation, in which no Worker may run. */
const SPARE_MS = 24 * 60 * 60_000;
/** A name as JMESPath has it, which needs no spelling out. */
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** What only the Worker has to know. */
const OF_WORKER = ['preset', 'auth', 'hosts', 'internalAddresses', 'callsPerMinute'] as const;

/** A job with its preset and every default. Its texts stay as they are. */
type FilledJob = JobSpec & {
  readonly preset?: string | undefined;
  readonly auth?: JobAuthSource | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly internalAddresses: boolean;
  readonly callsPerMinute: number;
};

/** @param job With its preset. */
function fillIn(job: JobSource): FilledJob {
  const { poll = {}, pollEvery = {} } = job;
  const { from = POLL_EVERY.from, to = POLL_EVERY.to } = pollEvery;
  const written = { ...job, poll, pollEvery: { from, to: Math.max(to, from) } };
  return compile(jobGroup as z.ZodType, written) as FilledJob;
}

function toSpec(job: JobSource): JobSpec {
  const filled = fillIn(job);
  const base = filled.base.replace(/\/+$/, '');
  return { ...withoutMembers(filled, ...OF_WORKER), base };
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
  if (sigv4) return { kind: 'sigv4', ...sigv4 } as JobCredentials;
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
  const { auth = {} } = job;
  const { base, hosts = [], auth: filled = {}, internalAddresses, callsPerMinute } = fillIn(job);
  const { origin } = new URL(base);
  return {
    kind: JOB_KIND,
    taskQueue: toJobTaskQueue(serverName, origin, auth),
    origin,
    credentials: toCredentials(filled),
    otherOrigins: [...new Set(hosts.map((host) => new URL(host).origin))],
    internalAddresses,
    callsPerMinute,
  };
}
