import type { JobRunner } from '../../core/job/job-runner.js';
import { createJobRunner } from '../../jobs/create-job-runner.js';
import { createJobSender } from '../../jobs/http/create-job-sender.js';
import { compiler } from '../../manifest/compile/compile-text.js';
import { readSecretVariable } from '../../manifest/file/read-variable.js';
import type { Manifest } from '../../manifest/manifest.js';

/** Creates the Activities of a manifest's jobs. They read secrets anew for each call. */
export function createJobs({ tools }: Manifest): JobRunner {
  const send = createJobSender({
    accessOf: (tool) => tools.get(tool)?.job,
    readSecret: (name) => readSecretVariable(name, process.env),
  });
  return createJobRunner({ send, compiler });
}
