import * as exampleActivities from '../../activities/index.js';
import type { TemporalSettings } from '../app/config/connect-temporal.js';
import { needsSystemWorker } from '../core/companion/needs-companion.js';
import type { Logger } from '../core/logger.js';
import { startJobWorkers } from '../jobs/worker/start-job-workers.js';
import type { Manifest } from '../manifest/manifest.js';
import { startWorker, type WorkerHandle } from '../worker/run-worker.js';
import { workflowsPath } from '../worker/workflows-path.js';

import { EXAMPLES_TASK_QUEUE } from './options.js';
import { startCompanionWorker } from './start-companion-worker.js';
import { startSystemWorker } from './start-system-worker.js';
import type { Startup } from './startup.js';
import { installQuietRuntime } from './worker-logger.js';

export interface WorkerFlags {
  /** `false`: other processes work for the Task Queues of the manifest. */
  readonly worker: boolean;
}

interface WorkerOptions extends WorkerFlags {
  readonly logger: Logger;
}

/**
 * Returns true if tools need the system Worker. `--no-worker` does not turn it off: it is about the manifest's Task
 * Queues.
 */
export function wantsSystemWorker({ tools }: Manifest): boolean {
  return [...tools.values()].some(needsSystemWorker);
}

/**
 * Loads the Worker's library if a Worker will be started.
 *
 * @throws {Error} If it is not installed.
 */
export async function prepareWorkers(
  { worker, logger }: WorkerOptions,
  manifest: Manifest,
): Promise<void> {
  if (worker || wantsSystemWorker(manifest)) await installQuietRuntime(logger);
}

async function startExamplesWorker(settings: TemporalSettings): Promise<WorkerHandle> {
  const { connection, namespace, dataConverter } = settings;
  return startWorker({
    connection: connection as Parameters<typeof startWorker>[0]['connection'],
    namespace,
    taskQueue: EXAMPLES_TASK_QUEUE,
    workflowsPath,
    activities: exampleActivities,
    dataConverter,
  });
}

/**
 * Starts the Workers that a manifest needs.
 *
 * @returns One promise for each Worker. It settles when the Worker has ended.
 */
export async function startWorkers(
  { worker: wantsWorker, logger }: WorkerOptions,
  {
    manifest,
    temporal,
    report,
  }: {
    readonly manifest: Manifest;
    readonly temporal: TemporalSettings;
    readonly report: (line: string) => void;
  },
  startup: Startup,
): Promise<readonly Promise<unknown>[]> {
  const ended: Promise<unknown>[] = [];
  if (wantsWorker) {
    report('Starting the worker …');
    const worker = await startExamplesWorker(temporal);
    startup.started(worker, async () => worker.stop());
    ended.push(worker.stopped);
  }
  if (wantsSystemWorker(manifest)) {
    const worker = await startSystemWorker(temporal);
    startup.started(worker, async () => worker.stop());
    ended.push(worker.stopped);
  }
  for (const worker of await startJobWorkers(manifest, temporal)) {
    startup.started(worker, async () => worker.stop());
    ended.push(worker.stopped);
  }
  for (const worker of await startCompanionWorker({ manifest, temporal, logger })) {
    startup.started(worker, async () => worker.stop());
    ended.push(worker.stopped);
  }
  return ended;
}
