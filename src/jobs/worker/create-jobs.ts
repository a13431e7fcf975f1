import { compiler } from '../../manifest/compile/compile-text.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';
import type { Manifest } from '../../manifest/manifest.js';
import { isJobAccess } from '../contract/job-access.js';
import type { JobRunner } from '../contract/job-runner.js';
import { createJobRunner } from '../run/create-job-runner.js';
import { createJobSender } from '../run/http/create-job-sender.js';

/** Creates the Activities of a manifest's jobs. They read secrets anew for each call. */
export function createJobs({ tools }: Manifest): JobRunner {
  const send = createJobSender({
    accessOf: (name) => {
      const work = tools.get(name)?.work;
      return isJobAccess(work) ? work : undefined;
    },
    readSecret: (name) => readSecretVariable(name, process.env),
  });
  return createJobRunner({ send, compiler });
}
