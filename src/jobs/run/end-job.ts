/** The calls at the end of a job: its cancellation, and its result. */
import { type CancelOutcome, JobFailureType, type JobStageCall } from '../contract/job-contract.js';
import { JobFailure, JobRetry } from '../contract/job-errors.js';

import { askAgain, type JobDependencies } from './ask-service.js';
import { stageOf } from './follow-job.js';
import { describeReply, judgeReply } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';
import { toResult } from './reply/read-reply.js';

export async function cancelJob(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<CancelOutcome> {
  const { cancel } = stageOf(call);
  if (!cancel) return { kind: 'refused', reason: 'The service cannot cancel the job' };
  const { request, alreadyEnded, refusedIf } = cancel;
  const { reply, reader } = await askAgain(dependencies, call, { request, ids: call.ids });
  if (alreadyEnded.includes(reply.status)) return { kind: 'ended' };
  const judged = judgeReply(request, reply);
  if (judged.kind === 'temporary') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (judged.kind === 'unknown') return { kind: 'ended' };
  if (judged.kind === 'refused') return { kind: 'refused', reason: judged.reason };
  const isRefused = await reader.isTrue(refusedIf);
  return isRefused ? { kind: 'refused', reason: describeReply(reply) } : { kind: 'accepted' };
}

/** Reads the result of a job that has succeeded. One that is too large stays at its address. */
export async function fetchResult(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<unknown> {
  const { spec, ids } = call;
  if (!spec.result) return null;
  const { request, value } = spec.result;
  const question = { request, ids, followsRedirects: true };
  const { url, reply, reader } = await askAgain(dependencies, call, question);
  const judged = judgeReply(request, reply);
  if (judged.kind === 'refused') {
    throw new JobFailure(JobFailureType.unreadable, judged.reason);
  }
  if (judged.kind !== 'counts') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (reply.isTooLarge) {
    return {
      url,
      note: 'The result is too large to return. Fetch it from this address.',
    };
  }
  return toResult(spec, await reader.result(value));
}
