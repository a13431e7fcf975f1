import type { TaskReading } from '../task/to-task.js';

import type { DescribedExecution } from './describe-execution.js';
import type { FirstRuns } from './first-runs.js';

/** Facts about a task's cancellation request. */
export type Cancellation = Pick<TaskReading, 'cancelRequested'>;

/**
 * Returns true if cancellation was requested, by Temporal's own record. A Signal with the reason does not count,
 * since the server may have died before the request. A later run of a chain may go on after a request to an earlier
 * run, which only the Workflow's memo tells.
 */
export async function readCancellation(
  taskId: string,
  execution: DescribedExecution,
  firstRuns: FirstRuns,
): Promise<Cancellation> {
  // The flag does not follow continue-as-new, a workflow retry or a reset, so the first run is asked too.
  const isRecorded =
    execution.cancelRequested ||
    (await firstRuns.read(taskId, execution))?.cancelRequested === true;
  const isLaterRun = execution.firstRunId !== execution.runId;
  const hasArrived = isLaterRun && execution.state?.cancel?.arrived === true;
  return { cancelRequested: isRecorded || hasArrived };
}
