/** The calls at the end of a job: its cancellation, its result, and why it failed. */
import { toText } from '../../core/mapping/misfit.js';
import type {
  AskingCall,
  CancelOutcome,
  JobHeartbeat,
  JobResult,
  JobStageCall,
  Unread,
} from '../contract/job-contract.js';
import { JobFault, JobRetry } from '../contract/job-errors.js';
import { JobCallError } from '../contract/job-reply.js';
import type { JobStep } from '../contract/job-runner.js';
import { type JobFailureSource, resultRequestOf } from '../contract/job-spec.js';

import { askOnce, type Attempt, missCredentials, missReply, missYet } from './ask-again.js';
import {
  fetchReply,
  fetchReplyOrRetry,
  type JobDependencies,
  type ServiceReply,
} from './fetch-reply.js';
import { toResult } from './reply/job-result.js';
import { describeReply, judgeReply, toPlainText } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';

export async function cancelJob(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<CancelOutcome> {
  const { spec } = call;
  const cancel = call.stage === 'queue' ? spec.queue?.cancel : spec.cancel;
  if (!cancel) return { kind: 'refused', reason: 'The service cannot cancel the job' };
  const { alreadyEnded, refusedIf } = cancel;
  try {
    const { reply, reader, url } = await fetchReplyOrRetry(dependencies, call, {
      request: cancel,
      job: call,
    });
    if (alreadyEnded.includes(reply.status)) return { kind: 'ended' };
    const judged = judgeReply(cancel, reply, url);
    if (judged.kind === 'temporary' || judged.kind === 'denied') {
      throw new JobRetry(judged.reason, readWait(reply.headers));
    }
    if (judged.kind === 'unknown') return { kind: 'ended' };
    if (judged.kind === 'refused') return { kind: 'refused', reason: judged.reason };
    const isRefused = await reader.isTrue(refusedIf);
    return isRefused ? { kind: 'refused', reason: describeReply(reply) } : { kind: 'accepted' };
  } catch (error) {
    // The job is still followed to its end, so that its result is not lost.
    if (error instanceof JobFault) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

/** Asks for the result of a job that has succeeded. One that is too large stays at its address. */
export async function fetchResult(
  dependencies: JobDependencies,
  call: AskingCall,
  { before, attempt: number }: { readonly before: JobHeartbeat; readonly attempt: number },
): Promise<JobStep<JobResult>> {
  const { spec, sinceMs } = call;
  const attempt: Attempt = { call, before, number };
  const request = resultRequestOf(spec);
  if (!request) return { kind: 'ended', outcome: { value: null } };
  const serviceCall = { request, job: call, followsRedirects: true };
  const answer = await askOnce(attempt, fetchReply(dependencies, call, serviceCall));
  if ('kind' in answer) return answer;
  const { reply, url } = answer;
  const judged = judgeReply(request, reply, url);
  if (judged.kind === 'counts') {
    return { kind: 'ended', outcome: await toResult(spec, spec.result?.value, answer) };
  }
  const { kind, reason } = judged;
  // Services that put results together may not know them at once.
  const isLate = kind === 'unknown' && Date.now() - sinceMs < spec.notFoundFor;
  if (isLate) return missYet(attempt, reason, readWait(reply.headers));
  if (kind === 'temporary') {
    return missReply(attempt, { kind: 'outOfReach', reason }, readWait(reply.headers));
  }
  if (kind === 'denied') return missCredentials(attempt, reason);
  throw new JobFault('refused', reason);
}

/** Bytes of a character of UTF-8, at most. */
const CHARACTER_BYTES = 4;

/** The end of a log that is too long to be read. Services that know `Range` send no more of it. */
async function fetchTail(
  dependencies: JobDependencies,
  call: JobStageCall,
  failure: JobFailureSource,
): Promise<ServiceReply> {
  const tailBytes = failure.tail * CHARACTER_BYTES;
  const headers = { ...failure.headers, Range: `bytes=-${tailBytes}` };
  const accept = failure.accept && [...failure.accept, 206];
  const request = { ...failure, headers, accept };
  return fetchReply(dependencies, call, { request, job: call, followsRedirects: true, tailBytes });
}

/** Reads why a job has failed. It only decorates, so it is asked for once. */
export async function fetchFailure(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<string | Unread | null> {
  const { failure } = call.spec;
  if (!failure) return null;
  const { value = '$body', tail } = failure;
  const unread = (message: string): Unread => ({ unread: { kind: 'unreadable', message } });
  try {
    const serviceCall = { request: failure, job: call, followsRedirects: true };
    let answer = await fetchReply(dependencies, call, serviceCall);
    if (answer.reply.isTooLarge && value.trim() === '$body') {
      answer = await fetchTail(dependencies, call, failure);
    }
    const { url, reply, reader } = answer;
    const judged = judgeReply(failure, reply, url);
    if (judged.kind !== 'counts') return unread(judged.reason);
    if (reply.isTooLarge) return unread(`It is too long: ${url}`);
    const text = toPlainText(toText(await reader.value(value)));
    return text === '' ? null : text.slice(-tail);
  } catch (error) {
    const isTold = error instanceof JobCallError || error instanceof JobFault;
    return unread(isTold ? error.message : 'The Worker could not read it');
  }
}
