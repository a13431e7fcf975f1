/** The calls at the end of a job: its cancellation, and its result. */
import { type CancelOutcome, JobFailureType, type JobStageCall } from '../core/job/job-contract.js';
import { JobFailure, JobRetry } from '../core/job/job-errors.js';
import { JobCallError, type JobReply, type PreparedRequest } from '../core/job/job-reply.js';

import { stageOf } from './follow-job.js';
import type { JobDependencies } from './job-dependencies.js';
import { describeReply, judgeReply } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';
import { createReplyReader, parseResult } from './reply/read-reply.js';
import { toScope } from './request/job-scope.js';
import { prepareRequest } from './request/prepare-request.js';

async function sendOrRetry(
  { send }: JobDependencies,
  prepared: PreparedRequest,
): Promise<JobReply> {
  return send(prepared).catch((error: unknown) => {
    throw error instanceof JobCallError ? new JobRetry(error.message) : error;
  });
}

export async function cancelJob(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<CancelOutcome> {
  const { cancel } = stageOf(call);
  if (!cancel) return { kind: 'refused', reason: 'The service cannot cancel the job' };
  const { compile } = dependencies;
  const { spec, tool, ids } = call;
  const { request, endedOn, refusedIf } = cancel;
  const scope = toScope(call, ids);
  const prepared = await prepareRequest(request, { tool, spec, scope, compile });
  const reply = await sendOrRetry(dependencies, prepared);
  if (endedOn.includes(reply.status)) return { kind: 'ended' };
  const judged = judgeReply(request, reply);
  if (judged.kind === 'temporary') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (judged.kind === 'unknown') return { kind: 'ended' };
  if (judged.kind === 'refused') return { kind: 'refused', reason: judged.reason };
  const isRefused = await createReplyReader(reply, scope, compile).isTrue(refusedIf);
  return isRefused ? { kind: 'refused', reason: describeReply(reply) } : { kind: 'accepted' };
}

/** Reads the result of a job that has succeeded. One that is too large stays at its address. */
export async function fetchResult(
  dependencies: JobDependencies,
  call: JobStageCall,
): Promise<unknown> {
  const { compile } = dependencies;
  const { spec, tool, ids } = call;
  if (!spec.result) return null;
  const { request, value } = spec.result;
  const scope = toScope(call, ids);
  const prepared = await prepareRequest(request, { tool, spec, scope, compile });
  const reply = await sendOrRetry(dependencies, { ...prepared, followsRedirects: true });
  const judged = judgeReply(request, reply);
  if (judged.kind === 'refused') {
    throw new JobFailure(JobFailureType.unreadable, judged.reason);
  }
  if (judged.kind !== 'counts') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (reply.isTooLarge) {
    return {
      url: prepared.url,
      note: 'The result is too large to return. Fetch it from this address.',
    };
  }
  const result = await createReplyReader(reply, scope, compile).value(value ?? 'body');
  return spec.resultIsJson === true ? parseResult(result) : result;
}
