import type { Compiler } from '../../core/mapping/text.js';
import type { JobCall, JobIds } from '../contract/job-contract.js';
import { JobRetry } from '../contract/job-errors.js';
import { JobCallError, type JobReply, type SendForJob } from '../contract/job-reply.js';
import type { JobRequest } from '../contract/job-spec.js';

import { createReplyReader, type ReplyReader } from './reply/read-reply.js';
import { toScope } from './request/job-scope.js';
import { prepareRequest } from './request/prepare-request.js';

export interface JobDependencies {
  readonly send: SendForJob;
  readonly compiler: Compiler;
}

/** A request of a job. */
export interface ServiceCall {
  readonly request: JobRequest;
  /** Absent: the job is not known yet. */
  readonly ids?: JobIds;
  /** Default: no redirect is followed. */
  readonly followsRedirects?: boolean;
}

export interface ServiceReply {
  /** The address of the request. */
  readonly url: string;
  readonly reply: JobReply;
  readonly reader: ReplyReader;
}

/**
 * Sends one request of a job.
 *
 * @throws {JobCallError} If there is no reply.
 * @throws {JobFailure} If a value of the call cannot stand in the request.
 */
export async function askService(
  { send, compiler }: JobDependencies,
  call: JobCall,
  { request, ids, followsRedirects = false }: ServiceCall,
): Promise<ServiceReply> {
  const scope = toScope(call, ids);
  const prepared = await prepareRequest(request, { ...call, scope, compiler });
  const reply = await send({ ...prepared, ...(followsRedirects && { followsRedirects }) });
  return { url: prepared.url, reply, reader: createReplyReader(reply, scope, compiler) };
}

/** {@link askService} for a request that may be made any number of times. @throws {JobRetry} If there is no reply. */
export async function askAgain(
  dependencies: JobDependencies,
  call: JobCall,
  one: ServiceCall,
): Promise<ServiceReply> {
  return askService(dependencies, call, one).catch((error: unknown) => {
    throw error instanceof JobCallError ? new JobRetry(error.message) : error;
  });
}
