/** The calls at the end of a job: its cancellation, its result, and why it failed. */
import { toText } from '../../core/mapping/misfit.js';
import type { CancelOutcome, JobResult, JobStageCall } from '../contract/job-contract.js';
import { JobFault, JobRetry } from '../contract/job-errors.js';
import { resultRequestOf } from '../contract/job-spec.js';

import { fetchReplyOrRetry, fetchReply, type JobDependencies } from './fetch-reply.js';
import { toResult } from './reply/job-result.js';
import { describeReply, isDeniedForGood, judgeReply, toPlainText } from './reply/judge-reply.js';
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
    const { reply, reader } = await fetchReplyOrRetry(dependencies, call, {
      request: cancel,
      job: call,
    });
    if (alreadyEnded.includes(reply.status)) return { kind: 'ended' };
    const judged = judgeReply(cancel, reply);
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

/**
 * Reads the result of a job that has succeeded. One that is too large stays at its address.
 *
 * @param firstMs Time of the first attempt, in milliseconds of the epoch.
 */
export async function fetchResult(
  dependencies: JobDependencies,
  call: JobStageCall,
  firstMs: number,
): Promise<JobResult> {
  const { spec, sinceMs } = call;
  const request = resultRequestOf(spec);
  if (!request) return { value: null };
  const serviceCall = { request, job: call, followsRedirects: true };
  const answer = await fetchReplyOrRetry(dependencies, call, serviceCall);
  const { reply } = answer;
  const judged = judgeReply(request, reply);
  if (judged.kind === 'counts') return toResult(spec, spec.result?.value, answer);
  // Services that put results together may not know them at once.
  const isLate = judged.kind === 'unknown' && Date.now() - sinceMs < spec.notFoundFor;
  const isRenewed = judged.kind === 'denied' && !isDeniedForGood(call, firstMs);
  if (judged.kind === 'temporary' || isLate || isRenewed) {
    throw new JobRetry(judged.reason, readWait(reply.headers));
  }
  throw new JobFault('refused', judged.reason);
}

/** Reads why a job has failed. It only decorates, so it is asked for once. */
export async function fetchFailure(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<string | null> {
  const { failure } = call.spec;
  if (!failure) return null;
  const { value, tail } = failure;
  try {
    const serviceCall = { request: failure, job: call, followsRedirects: true };
    const { url, reply, reader } = await fetchReply(dependencies, call, serviceCall);
    if (judgeReply(failure, reply).kind !== 'counts') return null;
    if (reply.isTooLarge) return `It is too long to be shown here: ${url}`;
    const text = toPlainText(toText(await reader.value(value ?? '$body')));
    return text === '' ? null : text.slice(-tail);
  } catch {
    return null;
  }
}
