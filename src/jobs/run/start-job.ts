import { randomUUID } from 'node:crypto';

import { toJson } from '../../core/value/exact-json.js';
import type { JobCall, NamedJob, StartOutcome } from '../contract/job-contract.js';
import { JobFault, JobRetry } from '../contract/job-errors.js';
import { JobCallError, type JobReply } from '../contract/job-reply.js';
import type { IdExpressions } from '../contract/job-spec.js';

import {
  fetchReplyOrRetry,
  fetchReply,
  type JobDependencies,
  type ServiceReply,
} from './fetch-reply.js';
import { toResult } from './reply/job-result.js';
import { describeReply, isAccepted, isLimited, judgeReply } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';
import { createReplyReader } from './reply/read-reply.js';
import { checkUrl } from './request/fill-template.js';
import { toScope } from './request/job-scope.js';

const OF_ANYBODY =
  'The service says that the job exists, but not that it is the job of this task: its answer does not have $task.token';

/** After an answer of these, nobody can tell if the job was started. */
function isDoubtful({ status }: JobReply): boolean {
  return status >= 500 || status === 408;
}

/** The IDs by which a reply names a job; `undefined` if one of them has no value. */
async function nameJob(
  names: IdExpressions,
  { reader, url }: ServiceReply,
): Promise<NamedJob | undefined> {
  const ids = await reader.ids(names);
  const isComplete = Object.keys(names).every((name) => Object.hasOwn(ids, name));
  return isComplete ? { ids, from: url } : undefined;
}

/** The service has the job, and perhaps its result. */
async function readStart({ spec }: JobCall, answer: ServiceReply): Promise<StartOutcome> {
  const { start, poll } = spec;
  if (await answer.reader.isTrue(start.finishedIf)) {
    return { kind: 'finished', result: await toResult(spec, poll.result, answer) };
  }
  const ids = await nameJob(start.ids, answer);
  if (ids) return { kind: 'started', ...ids };
  const names = Object.values(start.ids).join(', ');
  return {
    kind: 'unknown',
    reason: `The answer to the start has no value for ${names}, which identifies the job`,
  };
}

/** Refuses a call without a value for a later address: once the job runs, it could not be followed. */
async function checkAddresses({ compiler }: JobDependencies, call: JobCall): Promise<void> {
  const { find, queue, poll, cancel, result, failure } = call.spec;
  const later = [find, queue, queue?.cancel, poll, cancel, result, failure];
  const filling = { scope: toScope(call), compiler };
  for (const one of later) if (one?.url !== undefined) await checkUrl(one.url, filling);
}

/** Says what a start without a reply has become. */
function toUnanswered(error: unknown): StartOutcome {
  if (!(error instanceof JobCallError)) throw error;
  const { kind, message } = error;
  if (kind === 'unequipped') throw new JobFault('misconfigured', message);
  return { kind: kind === 'unanswered' ? 'unknown' : 'notStarted', reason: message };
}

/**
 * Sends the start once.
 *
 * @throws {JobFault} If the service has refused it, or the Worker must not send it. Nothing was started.
 */
export async function startJob(
  dependencies: JobDependencies,
  call: JobCall,
): Promise<StartOutcome> {
  const { start } = call.spec;
  const { existedIf, retryIf, refusedIf, error } = start;
  await checkAddresses(dependencies, call);
  const answer = await fetchReply(dependencies, call, { request: start }).catch(toUnanswered);
  if ('kind' in answer) return answer;
  const { reply, reader, url } = answer;
  const judged = judgeReply(start, reply, url);
  if (judged.kind === 'denied') throw new JobFault('refused', judged.reason);
  const existed = await reader.isTrue(existedIf);
  // A status alone could mean any job.
  if (existed && !repeatsToken(call, await reader.ids(start.ids), reply.body, reply.headers)) {
    return { kind: 'unknown', reason: OF_ANYBODY };
  }
  const counts = existed || isAccepted(start, reply.status);
  const isRefused = !existed && counts && (await reader.isTrue(refusedIf));
  if (counts && !isRefused) return readStart(call, answer);
  const reason = (await reader.text(error)) ?? describeReply(reply);
  if (isLimited(reply) || (await reader.isTrue(retryIf))) {
    const retryAfterMs = readWait(reply.headers);
    return { kind: 'notStarted', reason, retryAfterMs };
  }
  if (isDoubtful(reply)) return { kind: 'unknown', reason };
  throw new JobFault('refused', reason);
}

/** Returns true if what names a job repeats the token, so that it is the job of this task. */
const repeatsToken = (call: JobCall, ...parts: readonly unknown[]): boolean =>
  toJson(parts).includes(toScope(call).task.token);

/**
 * Looks for a job whose start had no answer, or whose stage was forgotten. `null`: there is none. A service may ignore a
 * filter, so the reply itself has to tell this task's job: what it would name for another token proves nothing.
 */
export async function findJob(
  dependencies: JobDependencies,
  call: JobCall,
): Promise<NamedJob | null> {
  const { find } = call.spec;
  if (!find) return null;
  const answer = await fetchReplyOrRetry(dependencies, call, { request: find });
  const { reply, url } = answer;
  const judged = judgeReply(find, reply, url);
  if (judged.kind === 'unknown') return null;
  if (judged.kind !== 'counts') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (reply.isText || reply.isTooLarge) {
    throw new JobRetry('The service has not answered with readable JSON');
  }
  const found = await nameJob(find.ids, answer);
  if (!found || repeatsToken(call, found.ids)) return found ?? null;
  const ofNobody = toScope({ ...call, key: randomUUID() });
  const reader = createReplyReader(reply, ofNobody, dependencies.compiler);
  const isAnybodys = (await nameJob(find.ids, { ...answer, reader })) !== undefined;
  return isAnybodys ? null : found;
}
