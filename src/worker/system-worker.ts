import type { WorkerOptions } from '@temporalio/worker';

import { type EndActivities, SYSTEM_TASK_QUEUE } from '../core/companion/companion.js';

import { endExecution } from './end-execution.js';
import { sizeLimits } from './size-limits.js';
import { systemWorkflowsPath } from './workflows-path.js';

const activities: EndActivities = { endExecution };

/**
 * Options of a Worker that ends cancelled tasks after their tool's `cancel.terminateAfter`, and runs the companions of
 * tools with `webhooks` or `onDeadline`, whose Activities `worker --manifest` has. It has this package's own Workflows and Activities, on Task
 * Queue `temporal-mcp-tasks`. Use it in a process with Workers of your own; the `worker` command, and `dev` if a tool
 * needs it, run one already. One Worker a namespace is enough; more may run. Due work waits up to a week for a Worker.
 *
 * The Worker's namespace and data converter have to be the same as the server's. The Worker's connection needs
 * permission to describe, signal, cancel and terminate Workflow Executions.
 *
 * @example
 * const worker = await Worker.create({ connection, namespace, ...systemWorkerOptions() });
 * await worker.run();
 */
export function systemWorkerOptions(): Pick<
  WorkerOptions,
  'taskQueue' | 'disablePayloadErrorLimit'
> & {
  readonly workflowsPath: string;
  readonly activities: object;
} {
  return {
    taskQueue: SYSTEM_TASK_QUEUE,
    workflowsPath: systemWorkflowsPath,
    activities,
    ...sizeLimits,
  };
}
