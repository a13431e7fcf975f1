import {
  type JobCall,
  JobFailureType,
  type JobIds,
  type StartOutcome,
} from '../contract/job-contract.js';
import { JobFailure, JobRetry } from '../contract/job-errors.js';
import { JobCallError, type JobReply } from '../contract/job-reply.js';

import { askAgain, askService, type JobDependencies } from './ask-service.js';
import { describeReply, isAccepted, isLimited, judgeReply } from './reply/judge-reply.js';
import { readWait } from './reply/pace.js';
import { type ReplyReader, toResult } from './reply/read-reply.js';
import { checkUrl } from './request/fill-template.js';
import { toScope } from './request/job-scope.js';

/** After an answer of these, nobody can tell if the job was started. */
function isDoubtful({ status }: JobReply): boolean {
  return status >= 500 || status === 408;
}

async function readStart({ spec }: JobCall, reader: ReplyReader): Promise<StartOutcome> {
  const { start, stages } = spec;
  if (await reader.isTrue(start.finishedIf)) {
    const result = await reader.result(stages.at(-1)?.result);
    return { kind: 'finished', result: toResult(spec, result) };
  }
  const ids = await reader.ids(start.ids);
  if (ids) return { kind: 'started', ids };
  const names = Object.values(start.ids).join(', ');
  return {
    kind: 'unknown',
    reason: `The answer to the start has no value for ${names}, which identifies the job`,
  };
}

/** Refuses a call without a value for a later address: once the job runs, it could not be followed. */
async function checkAddresses({ compiler }: JobDependencies, call: JobCall): Promise<void> {
  const { search, stages, result } = call.spec;
  const later = [search, ...stages, ...stages.map(({ cancel }) => cancel), result];
  const filling = { scope: toScope(call), compiler };
  for (const one of later) if (one) await checkUrl(one.request.url, filling);
}

/**
 * Sends the start once.
 *
 * @throws {JobFailure} If the service has refused it, or the Worker must not send it.
 */
export async function startJob(
  dependencies: JobDependencies,
  call: JobCall,
): Promise<StartOutcome> {
  const { request, existedIf, retryIf } = call.spec.start;
  await checkAddresses(dependencies, call);
  const answer = await askService(dependencies, call, { request }).catch(toUnsent);
  if ('kind' in answer) return answer;
  const { reply, reader } = answer;
  const existed = await reader.isTrue(existedIf);
  if (existed || isAccepted(request, reply.status)) return readStart(call, reader);
  const reason = describeReply(reply);
  if (isLimited(reply) || (await reader.isTrue(retryIf))) {
    const retryAfterMs = readWait(reply.headers);
    return { kind: 'notStarted', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (isDoubtful(reply)) return { kind: 'unknown', reason };
  throw new JobFailure(JobFailureType.refused, `${reason}.`);
}

function toUnsent(error: unknown): StartOutcome {
  if (!(error instanceof JobCallError)) throw error;
  const { kind, message } = error;
  if (kind === 'forbidden') throw new JobFailure(JobFailureType.misconfigured, message);
  return { kind: kind === 'unsent' ? 'notStarted' : 'unknown', reason: message };
}

/** Looks for a job whose start had no answer. `null`: there is none. */
export async function findJob(
  dependencies: JobDependencies,
  call: JobCall,
): Promise<JobIds | null> {
  if (!call.spec.search) return null;
  const { request, ids } = call.spec.search;
  const { reply, reader } = await askAgain(dependencies, call, { request });
  const judged = judgeReply(request, reply);
  if (judged.kind === 'unknown') return null;
  if (judged.kind !== 'counts') throw new JobRetry(judged.reason, readWait(reply.headers));
  if (reply.isText || reply.isTooLarge) {
    throw new JobRetry('The service has not answered with readable JSON');
  }
  return (await reader.ids(ids)) ?? null;
}
