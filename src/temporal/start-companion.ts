import {
  GRACE_WORKFLOW_TYPE,
  type GraceTarget,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
} from '../core/termination-grace.js';

import { describeExecution } from './describe-execution.js';
import type { TemporalCalls } from './temporal-calls.js';
import type { TemporalTask } from './to-task.js';

/** Key of the companion's memo; says whose it is to those who look at it. */
const COMPANION_MEMO_KEY = 'mcp.grace';
/** How long a companion whose time has come waits for a Worker that terminates, in milliseconds. */
const MAX_OVERDUE_MS = 7 * 24 * 60 * 60_000;

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
  await calls.run(async (client) =>
    client.workflow.start(GRACE_WORKFLOW_TYPE, {
      workflowId: toCompanionId(taskId),
      taskQueue: SYSTEM_TASK_QUEUE,
      args: [target],
      memo: { [COMPANION_MEMO_KEY]: { v: 1, taskId, graceMs } },
      staticSummary: `Ends ${toolName} if it goes on after its cancellation`,
      startDelay: graceMs,
      // A task that has to be asked when the time has come gets the same time once more.
      workflowExecutionTimeout: 2 * graceMs + MAX_OVERDUE_MS,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      // An attempt that died before it requested the cancellation has left a companion whose time would be over too
      // soon: it is replaced. Once the request is there, cancelling again and again must not put the end off.
      workflowIdConflictPolicy: cancelRequested ? 'USE_EXISTING' : 'TERMINATE_EXISTING',
    }),
  );
}
