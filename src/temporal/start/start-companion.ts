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
 * Starts what terminates a task that goes on after its cancellation, if its tool wants that. One companion a task:
 * who cancels again finds the one there is.
 *
 * Its start is delayed by the time of grace, so the clock runs with the cancellation, with or without a Worker.
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
    // A task that is asked only then gets the same time once more.
    workMs: graceMs,
    // A crash before the request of the cancellation has left a companion that is due too soon: it is replaced. After
    // the request, further cancellations must not put the end off.
    onConflict: cancelRequested ? 'USE_EXISTING' : 'TERMINATE_EXISTING',
  });
}
