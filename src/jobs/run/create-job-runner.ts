import { JobFault } from '../contract/job-errors.js';
import { type JobPlace, toJobFailure } from '../contract/job-fault.js';
import type { JobRunner } from '../contract/job-runner.js';

import { cancelJob, fetchFailure, fetchResult } from './end-job.js';
import type { JobDependencies } from './fetch-reply.js';
import { followJob } from './follow-job.js';
import { findJob, startJob } from './start-job.js';

/** Makes an attempt for a job that is at a place, which decides what a fault of the attempt means. */
async function at<Outcome>(place: JobPlace, attempt: Promise<Outcome>): Promise<Outcome> {
  return attempt.catch((error: unknown) => {
    throw error instanceof JobFault ? toJobFailure(place, error) : error;
  });
}

export function createJobRunner(dependencies: JobDependencies): JobRunner {
  return {
    start: async (call) => at({ kind: 'notSent' }, startJob(dependencies, call)),
    find: async (call) => at({ kind: 'maybeSent' }, findJob(dependencies, call)),
    follow: async (call, before, attempt) =>
      at({ kind: 'runs', ids: call.ids }, followJob(dependencies, call, { before, attempt })),
    fetchResult: async (call, before, attempt) =>
      fetchResult(dependencies, call, { before, attempt }).catch((error: unknown) => {
        if (!(error instanceof JobFault)) throw error;
        const { kind, message } = error;
        return { kind: 'ended', outcome: { unread: { kind, message } } };
      }),
    fetchFailure: async (call) => fetchFailure(dependencies, call),
    cancel: async (call) => at({ kind: 'runs', ids: call.ids }, cancelJob(dependencies, call)),
  };
}
