import type { Compiler } from '../../core/mapping/text.js';
import type { JobCall, JobIds, JobStageCall } from '../contract/job-contract.js';
import { JobFault, JobRetry } from '../contract/job-errors.js';
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
  readonly job?: Pick<JobStageCall, 'ids' | 'from'> | undefined;
  /** Default: no redirect is followed. */
  readonly followsRedirects?: boolean | undefined;
  /** The end of a reply that is too large is read, of this size. Default: nothing of it. */
  readonly tailBytes?: number | undefined;
}

export interface ServiceReply {
  /** The address of the request. */
  readonly url: string;
  readonly reply: JobReply;
  readonly reader: ReplyReader;
}

const NO_IDS: JobIds = {};

/**
 * Sends one request of a job.
 *
 * @throws {JobCallError} If there is no reply.
 * @throws {JobFault} If a value of the call cannot stand in the request, or the Worker must not send it.
 */
export async function fetchReply(
  { send, compiler }: JobDependencies,
  call: JobCall,
  { request, job, followsRedirects = false, tailBytes }: ServiceCall,
): Promise<ServiceReply> {
  const { ids = NO_IDS, from = {} } = job ?? {};
  const scope = toScope(call, ids);
  const prepared = await prepareRequest(request, { call, from, scope, compiler });
  try {
    const reply = await send({ ...prepared, followsRedirects, tailBytes });
    return { url: prepared.url, reply, reader: createReplyReader(reply, scope, compiler) };
  } catch (error) {
    const isForbidden = error instanceof JobCallError && error.kind === 'forbidden';
    throw isForbidden ? new JobFault('misconfigured', error.message) : error;
  }
}

/** {@link fetchReply} for a request that may be made any number of times. @throws {JobRetry} If there is no reply. */
export async function fetchReplyOrRetry(
  dependencies: JobDependencies,
  call: JobCall,
  serviceCall: ServiceCall,
): Promise<ServiceReply> {
  return fetchReply(dependencies, call, serviceCall).catch((error: unknown) => {
    throw error instanceof JobCallError ? new JobRetry(error.message) : error;
  });
}
