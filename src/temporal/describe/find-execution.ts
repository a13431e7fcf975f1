import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { type DescribedExecution, describeExecution } from './describe-execution.js';

/**
 * `undefined` if it does not exist.
 *
 * @param runId Default: the latest run of the ID.
 */
export async function findExecution(
  calls: TemporalCalls,
  workflowId: string,
  runId?: string,
): Promise<DescribedExecution | undefined> {
  try {
    return await describeExecution(calls, workflowId, runId);
  } catch (error) {
    if (isTaskError(error) && error.code === TaskErrorCode.taskNotFound) return undefined;
    throw error;
  }
}
