import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Command } from 'commander';

import * as exampleActivities from '../../../activities/index.js';
import { createLogger } from '../../config/create-logger.js';
import { loadTemporalSettings } from '../../config/load-temporal-settings.js';
import {
  addTemporalFlags,
  EXAMPLES_TASK_QUEUE,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';
import { startSystemWorker } from '../start-system-worker.js';
import { untilStopped } from '../until-stopped.js';

/** Flags of `worker`. */
export interface WorkerFlags extends TemporalFlags {
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

async function work(flags: WorkerFlags): Promise<void> {
  // Loaded here and nowhere else: the Worker's native core takes memory that a serving process does not need.
  const { startWorker } = await import('../../worker/run-worker.js');
  const { workflowsPath } = await import('../../worker/workflows-path.js');
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const { connection, namespace, dataConverter } = temporal;
  const logger = createLogger();
  const activities = await loadActivities(flags.activities);
  const [worker, systemWorker] = await Promise.all([
    startWorker({
      connection: connection as Parameters<typeof startWorker>[0]['connection'],
      namespace,
      taskQueue: flags.taskQueue,
      workflowsPath: flags.workflows === undefined ? workflowsPath : resolve(flags.workflows),
      activities,
      ...(dataConverter && { dataConverter }),
    }),
    startSystemWorker(temporal),
  ]);
  logger.info({ taskQueue: flags.taskQueue, namespace }, 'Worker is polling');
  await untilStopped(
    [async () => worker.stop(), async () => systemWorker.stop()],
    Promise.race([worker.stopped, systemWorker.stopped]),
  );
}

/**
 * `worker`: a Worker for the packaged examples, or for workflows and activities of one's own; and beside it the one
 * that ends cancelled tasks after their time of grace.
 */
export function createWorkerCommand(): Command {
  const command = new Command('worker')
    .description(
      'run a Temporal Worker (default: of the example workflows), and what carries out terminateAfter',
    )
    .option('--task-queue <name>', 'Task Queue to poll', EXAMPLES_TASK_QUEUE)
    .option('--workflows <path>', 'module whose exports are Workflow Definitions')
    .option('--activities <path>', 'compiled module whose exports are Activity Definitions');
  return addTemporalFlags(command).action(work);
}
