import type { DescribedExecution } from '../describe/describe-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';

/**
 * Returns true if Temporal's record says that cancellation was requested. A Signal with the reason does not count,
 * since the server may have died before the request. A later run may continue after a request to an earlier run; only the
 * Workflow's memo shows that.
 */
export async function readCancelRequested(
  taskId: string,
  execution: DescribedExecution,
  firstRuns: FirstRuns,
): Promise<boolean> {
  // The flag does not follow continue-as-new, a workflow retry or a reset, so the first run's flag is read, too.
  const isRecorded =
    execution.cancelRequested ||
    (await firstRuns.read(taskId, execution))?.cancelRequested === true;
  const isLaterRun = execution.firstRunId !== execution.runId;
  const hasArrived = isLaterRun && execution.state?.cancel?.arrived === true;
  return isRecorded || hasArrived;
}
