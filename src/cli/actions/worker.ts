import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as exampleActivities from '../../../activities/index.js';
import { createLogger } from '../../app/config/create-logger.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import { startWorker } from '../../worker/run-worker.js';
import { workflowsPath } from '../../worker/workflows-path.js';
import { loadTools } from '../load-tools.js';
import { type TemporalFlags, toTemporalOptions } from '../options.js';
import { startSystemWorker } from '../start-system-worker.js';
import { hasWebhooks, startWebhookWorker } from '../start-webhook-worker.js';
import { untilStopped } from '../until-stopped.js';

export interface WorkerFlags extends TemporalFlags {
  /** Its webhooks are called. Absent: no webhooks. */
  readonly manifest?: readonly string[];
  readonly taskQueue: string;
  readonly workflows?: string;
  readonly activities?: string;
}

async function loadActivities(path: string | undefined): Promise<object> {
  if (path === undefined) return exampleActivities;
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as object;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The activities module ${path} cannot be loaded: ${reason}`, { cause: error });
  }
}

function findWorkflows(path: string | undefined): string {
  if (path === undefined) return workflowsPath;
  const whole = resolve(path);
  if (!existsSync(whole)) {
    throw new Error(
      `There is no ${whole}. Name the file that exports your Workflows: --workflows.`,
    );
  }
  return whole;
}

/** Runs a Worker with the given definitions, and those of this package, until they are stopped. */
export async function work(flags: WorkerFlags): Promise<void> {
  const workflows = findWorkflows(flags.workflows);
  const manifest = flags.manifest && (await loadTools(flags.manifest));
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const { connection, namespace, dataConverter } = temporal;
  const logger = createLogger();
  const sdk = await startSdk();
  const activities = await loadActivities(flags.activities);
  const workers = await Promise.all([
    startWorker({
      connection: connection as Parameters<typeof startWorker>[0]['connection'],
      namespace,
      taskQueue: flags.taskQueue,
      workflowsPath: workflows,
      activities,
      ...(dataConverter && { dataConverter }),
    }),
    startSystemWorker(temporal),
    ...(manifest && hasWebhooks(manifest)
      ? [startWebhookWorker({ manifest, temporal, logger })]
      : []),
  ]);
  logger.info({ taskQueue: flags.taskQueue, namespace }, 'Worker is polling');
  await untilStopped(
    workers.map((worker) => async () => worker.stop()),
    Promise.race(workers.map(async ({ stopped }) => stopped)),
  );
  await sdk?.shutdown();
}
