import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { WorkerOptions } from '@temporalio/worker';

import { type GraceActivities, SYSTEM_TASK_QUEUE } from '../core/task/termination-grace.js';
import type { TtlActivities } from '../core/task/ttl-end.js';

import { endExecution } from './end-execution.js';
import { endExpired } from './end-expired.js';

const activities: GraceActivities & TtlActivities = { endExecution, endExpired };

/**
 * What a Worker needs to end cancelled tasks that go on past `terminateAfter` of their tool, and tasks whose time to live
 * is over (`afterTtl`): this package's own Workflows and Activities, on their Task Queue `temporal-mcp-tasks`. For a process with Workers of your own; the
 * `worker` command, and `dev` where a tool needs it, run one already. One Worker a namespace is enough, any number
 * may run, and none is needed until a time is over: what is due waits for it, for a week.
 *
 * The Worker's namespace and data converter have to be the ones of the server. It acts as the Temporal Client of its
 * connection, which therefore has to be allowed to describe, signal, cancel and terminate Workflow Executions.
 *
 * @example
 * const worker = await Worker.create({ connection, namespace, ...systemWorkerOptions() });
 * await worker.run();
 */
export function systemWorkerOptions(): Pick<WorkerOptions, 'taskQueue'> & {
  readonly workflowsPath: string;
  readonly activities: object;
} {
  return {
    taskQueue: SYSTEM_TASK_QUEUE,
    workflowsPath: fileURLToPath(
      new URL(`./system-workflows/index${extname(import.meta.url)}`, import.meta.url),
    ),
    activities,
  };
}
