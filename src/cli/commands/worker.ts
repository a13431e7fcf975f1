import { Command } from 'commander';

import type { WorkerFlags } from '../actions/worker.js';
import { addExamples, addTemporalFlags, EXAMPLES_TASK_QUEUE, listOption } from '../options.js';

/**
 * `worker`: a Worker for the packaged examples, or for your own workflows and activities. It also runs the Workers of
 * this package: for cancelled tasks after their time of grace, and for webhooks.
 */
export function createWorkerCommand(): Command {
  const command = new Command('worker')
    .description(
      'run a Temporal Worker (default: of the example workflows), and what carries out cancel.terminateAfter and webhooks',
    )
    .option(
      '--task-queue <name>',
      'Task Queue to poll; TEMPORAL_MCP_TASKS_TASK_QUEUE',
      EXAMPLES_TASK_QUEUE,
    )
    .option('--workflows <path>', 'module whose exports are Workflow Definitions')
    .option('--activities <path>', 'compiled module whose exports are Activity Definitions')
    .addOption(listOption('--manifest <path>', 'the tools whose webhooks are called'));
  return addExamples(
    addTemporalFlags(command),
    'worker',
    'worker --manifest mcp-tasks.yaml',
    'worker --task-queue orders --workflows dist/workflows.js --activities dist/activities.js',
  ).action(async (flags: WorkerFlags) => (await import('../actions/worker.js')).work(flags));
}
