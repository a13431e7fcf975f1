import type { JobRunner } from '../contract/job-runner.js';

import type { JobDependencies } from './ask-service.js';
import { cancelJob, fetchResult } from './end-job.js';
import { followJob } from './follow-job.js';
import { findJob, startJob } from './start-job.js';

export function createJobRunner(dependencies: JobDependencies): JobRunner {
  return {
    start: async (call) => startJob(dependencies, call),
    find: async (call) => findJob(dependencies, call),
    follow: async (call, before, attempt) => followJob(dependencies, call, { before, attempt }),
    fetchResult: async (call) => fetchResult(dependencies, call),
    cancel: async (call) => cancelJob(dependencies, call),
  };
}
