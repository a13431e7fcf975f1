import type { TemporalSettings } from '../app/config/connect-temporal.js';
import type { Manifest } from '../manifest/manifest.js';
import type { WorkerHandle } from '../worker/run-worker.js';

/** The origins that the jobs of a manifest call, with their limits of calls. Its check has demanded one for each. */
function originsOf({ tools }: Manifest): ReadonlyMap<string, number> {
  const jobs = [...tools.values()].flatMap(({ job }) => job ?? []);
  return new Map(jobs.map(({ origin, callsPerMinute }) => [origin, callsPerMinute]));
}

/** Starts a Worker for each origin, since Temporal limits calls by Task Queue. */
export async function startJobWorkers(
  manifest: Manifest,
  { connection, namespace, dataConverter }: TemporalSettings,
): Promise<readonly WorkerHandle[]> {
  const origins = originsOf(manifest);
  if (origins.size === 0) return [];
  const { createJobs } = await import('../app/server/create-jobs.js');
  const { startWorker } = await import('../worker/run-worker.js');
  const { jobWorkerOptions } = await import('../worker/job-worker.js');
  const runner = createJobs(manifest);
  const serverName = manifest.server.name;
  return Promise.all(
    Array.from(origins, async ([origin, callsPerMinute]) =>
      startWorker({
        connection: connection as Parameters<typeof startWorker>[0]['connection'],
        namespace,
        ...jobWorkerOptions(runner, { serverName, origin, callsPerMinute }),
        ...(dataConverter && { dataConverter }),
      }),
    ),
  );
}
