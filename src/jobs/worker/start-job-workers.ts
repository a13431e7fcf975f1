import type { TemporalSettings } from '../../app/config/connect-temporal.js';
import type { Manifest } from '../../manifest/manifest.js';
import type { WorkerHandle } from '../../worker/run-worker.js';
import { isJobAccess } from '../contract/job-access.js';

/** Starts a Worker for each Task Queue of the jobs of a manifest, since Temporal limits calls by Task Queue. */
export async function startJobWorkers(
  manifest: Manifest,
  { connection, namespace, dataConverter }: TemporalSettings,
): Promise<readonly WorkerHandle[]> {
  const jobs = [...manifest.tools.values()].flatMap(({ work }) => (isJobAccess(work) ? work : []));
  // The check of the manifest has demanded one limit for each Task Queue.
  const limits = new Map(jobs.map(({ taskQueue, callsPerMinute }) => [taskQueue, callsPerMinute]));
  if (limits.size === 0) return [];
  const { createJobs } = await import('./create-jobs.js');
  const { startWorker } = await import('../../worker/run-worker.js');
  const { jobWorkerOptions } = await import('./job-worker.js');
  const runner = createJobs(manifest);
  return Promise.all(
    Array.from(limits, async ([taskQueue, callsPerMinute]) =>
      startWorker({
        connection: connection as Parameters<typeof startWorker>[0]['connection'],
        namespace,
        ...jobWorkerOptions(runner, { taskQueue, callsPerMinute }),
        dataConverter,
      }),
    ),
  );
}
