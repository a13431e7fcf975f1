import type { SendForJob } from '../core/job/job-reply.js';

import type { Compile } from './request/job-scope.js';

export interface JobDependencies {
  readonly send: SendForJob;
  readonly compile: Compile;
}
