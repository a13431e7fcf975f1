import { hasCode, TaskErrorCode } from '../../core/errors.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { readActivity } from '../activity/read-activity.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { describeActivity } from './describe-activity.js';
import { type DescribedExecution, describeWorkflow } from './describe-execution.js';

/**
 * The execution behind a task, of either kind.
 *
 * @param runId Default: the latest run of the ID.
 */
export async function describeExecution(
  calls: TemporalCalls,
  taskId: string,
  runId?: string,
): Promise<DescribedExecution> {
  return kindOfTaskId(taskId) === 'activity'
    ? describeActivity(calls, taskId, await readActivity(calls, taskId, runId))
    : describeWorkflow(calls, taskId, runId);
}

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
    if (hasCode(error, TaskErrorCode.taskNotFound)) return undefined;
    throw error;
  }
}
