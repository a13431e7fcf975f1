import {
  GRACE_WORKFLOW_TYPE,
  type GraceTarget,
  toCompanionId,
} from '../../core/task/termination-grace.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { describeExecution } from '../read/describe-execution.js';
import type { TemporalTask } from '../task/to-task.js';

import { startDelayed } from './start-delayed.js';

/** Key of the companion's memo, which names its task for people. */
const COMPANION_MEMO_KEY = 'mcp.grace';

/**
 * Starts the companion that terminates a task after its cancellation, if its tool has a time of grace. A task has only
 * one companion: a second cancellation finds the first one's companion.
 *
 * Its start is delayed by the time of grace, so the clock begins with the cancellation, with or without a Worker.
 */
export async function startCompanion(
  calls: TemporalCalls,
  { taskId, toolName, terminateAfterMs: graceMs, cancelRequested }: TemporalTask,
  signal: GraceTarget['signal'],
): Promise<void> {
  if (graceMs === undefined) return;
  const { firstRunId } = await describeExecution(calls, taskId);
  const target: GraceTarget = { taskId, firstRunId, graceMs, ...(signal && { signal }) };
  await startDelayed(calls, {
    workflowType: GRACE_WORKFLOW_TYPE,
    workflowId: toCompanionId(taskId),
    input: target,
    memo: { [COMPANION_MEMO_KEY]: { v: 1, taskId, graceMs } },
    summary: `Ends ${toolName} if it goes on after its cancellation`,
    delayMs: graceMs,
    // If only the companion requests the cancellation, the task gets the same time again.
    workMs: graceMs,
    // After a crash before the cancellation request, the companion that was left is due too soon, so it is replaced.
    // After the request, further cancellations must not delay the end.
    onConflict: cancelRequested ? 'USE_EXISTING' : 'TERMINATE_EXISTING',
  });
}
