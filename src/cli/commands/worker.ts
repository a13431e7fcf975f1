import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Command } from 'commander';

import * as exampleActivities from '../../../activities/index.js';
import { createLogger } from '../../app/config/create-logger.js';
import { explainImport, importModule } from '../../app/config/import-module.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import { startJobWorkers } from '../../jobs/worker/start-job-workers.js';
import { findConnectionFault, REACH_ADVICE } from '../../temporal/link/connection-fault.js';
import { startWorker, UnreachableError } from '../../worker/run-worker.js';
import { workflowsPath } from '../../worker/workflows-path.js';
import { createCommand } from '../create-command.js';
import { loadTools } from '../load-tools.js';
import {
  addExamples,
  addTemporalFlags,
  EXAMPLES_TASK_QUEUE,
  listOption,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';
import { startCompanionWorker } from '../start-companion-worker.js';
import { startSystemWorker } from '../start-system-worker.js';
import { untilStopped } from '../until-stopped.js';
import { installWorkerRuntime } from '../worker-logger.js';

interface WorkerFlags extends TemporalFlags {
  /** Its webhooks are called, its deadlines are kept, and its jobs are run. Absent: none of these. */
  readonly manifest?: readonly string[] | undefined;
  readonly taskQueue: string;
  readonly workflows?: string | undefined;
  readonly activities?: string | undefined;
}

async function loadActivities(path: string | undefined): Promise<object> {
  if (path === undefined) return exampleActivities;
  try {
    return (await importModule(path)) as object;
  } catch (error) {
    const reason = explainImport(error);
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

/** Adds the mend to an error of the Worker's connection. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof UnreachableError)) return error;
  const fault = findConnectionFault(String(error.cause));
  const advice = fault === undefined ? REACH_ADVICE : `${fault}.`;
  return new Error(`${error.message} ${advice}`, { cause: error });
}

async function work(flags: WorkerFlags): Promise<void> {
  const workflows = findWorkflows(flags.workflows);
  const manifest = flags.manifest && (await loadTools(flags.manifest));
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const { connection, namespace, dataConverter } = temporal;
  const logger = createLogger();
  const sdk = await startSdk(logger);
  const activities = await loadActivities(flags.activities);
  await installWorkerRuntime();
  const started = await Promise.all([
    startWorker({
      connection: connection as Parameters<typeof startWorker>[0]['connection'],
      namespace,
      taskQueue: flags.taskQueue,
      workflowsPath: workflows,
      activities,
      dataConverter,
    }),
    startSystemWorker(temporal),
  ]).catch((error: unknown) => {
    throw withAdvice(error);
  });
  const ofManifest = manifest
    ? await Promise.all([
        startCompanionWorker({ manifest, temporal, logger }),
        startJobWorkers(manifest, temporal),
      ])
    : [];
  if (started[0].exportedNames?.length === 0) {
    logger.warn(
      { workflows },
      'The module of Workflows exports no function, so this Worker runs no Workflow: write "export async function …"',
    );
  }
  const workers = [...started, ...ofManifest.flat()];
  logger.info({ taskQueue: flags.taskQueue, namespace }, 'Worker is polling');
  await untilStopped(
    workers.map((worker) => async () => worker.stop()),
    Promise.race(workers.map(async ({ stopped }) => stopped)),
  );
  await sdk?.shutdown();
}

/**
 * `worker`: a Worker for the packaged examples, or for your own workflows and activities. It also runs the Workers of
 * this package: for cancelled tasks after their time of grace, for webhooks, for deadlines, and for jobs.
 */
export function createWorkerCommand(): Command {
  const command = createCommand('worker')
    .option(
      '--task-queue <name>',
      'Task Queue to poll; TEMPORAL_MCP_TASKS_TASK_QUEUE',
      EXAMPLES_TASK_QUEUE,
    )
    .option('--workflows <path>', 'module whose exports are Workflow Definitions')
    .option('--activities <path>', 'compiled module whose exports are Activity Definitions')
    .addOption(
      listOption(
        '--manifest <path>',
        'the tools whose jobs are run, webhooks called and deadlines kept',
      ),
    );
  return addExamples(
    addTemporalFlags(command),
    'worker',
    'worker --manifest mcp-tasks.yaml',
    'worker --task-queue orders --workflows dist/workflows.js --activities dist/activities.js',
  ).action(work);
}
