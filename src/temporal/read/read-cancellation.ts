import type { TaskReading } from '../task/to-task.js';

import type { DescribedExecution } from './describe-execution.js';
import type { FirstRuns } from './first-runs.js';

/** Whether a task's execution was asked to stop. */
export type Cancellation = Pick<TaskReading, 'cancelRequested'>;

/**
 * Whether cancellation was requested, of which Temporal's own record is the truth: a Workflow that has only been
 * signalled why, by a server that died before its request, has not been asked to stop. A later run of a chain may go on
 * after a request that met one in between, of which only the memo of the Workflow tells.
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
