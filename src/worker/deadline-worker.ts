import { Context } from '@temporalio/activity';
import type { WorkerOptions } from '@temporalio/worker';

import {
  type DeadlineKeeper,
  type KeeperActivities,
  toKeeperTaskQueue,
} from '../core/question/deadline-keeper.js';

import { temporalTime } from './temporal-time.js';

/** Maximum number of tasks for which a process waits at a time, each with an Activity. */
const MAX_WAITS = 2_000;

/** Options of a Worker that keeps the deadlines of a manifest's questions. It has Activities only. */
export function deadlineWorkerOptions(
  keeper: DeadlineKeeper,
  serverName: string,
): Pick<WorkerOptions, 'taskQueue' | 'maxConcurrentActivityTaskExecutions'> & {
  readonly activities: object;
} {
  const activities: KeeperActivities = {
    declineOverdue: async (input) =>
      keeper.declineOverdue(input, {
        signal: Context.current().cancellationSignal,
        nowMs: temporalTime(),
      }),
  };
  return {
    taskQueue: toKeeperTaskQueue(serverName),
    activities,
    maxConcurrentActivityTaskExecutions: MAX_WAITS,
  };
}
