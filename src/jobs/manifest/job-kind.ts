import { key } from '../../manifest/key.js';
import type { DeclaredWork } from '../../manifest/tool/tool-kind.js';
import { JOB_KIND } from '../contract/job-access.js';

import { checkJob } from './check-job.js';
import { toJobAccess, toJobWorkflow } from './expand-job.js';
import { jobGroup, type JobSource } from './job-group.js';
import { withPreset } from './with-preset.js';

function toDeclaredWork(written: JobSource): DeclaredWork {
  const job = withPreset(written);
  return {
    kind: JOB_KIND,
    status: { heartbeat: 'followJob', text: '{$heartbeat.status}' },
    toStart: (of) => toJobWorkflow(job, of),
    toWork: (of) => toJobAccess(job, of),
    check: (at) => checkJob(job, at),
  };
}

/** The kind of tools whose work is a job behind an HTTP API. */
export const jobKind = key(
  jobGroup.transform(toDeclaredWork),
  'Work behind an HTTP API, instead of a Workflow Type.',
);
