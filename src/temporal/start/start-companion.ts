import {
  GRACE_WORKFLOW_TYPE,
  type GraceTarget,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
} from '../../core/task/termination-grace.js';
import { describeExecution } from '../describe/find-execution.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';

/** Key of the companion's memo, which names its task for people. */
const COMPANION_MEMO_KEY = 'mcp.grace';
/** Time that a due companion may wait for a Worker, in milliseconds. */
const MAX_OVERDUE_MS = 7 * 24 * 60 * 60_000;

/**
 * Starts the companion that terminates a task after its cancellation, if its tool has a time of grace. A task has only
 * one companion: a second cancellation finds the first one's companion.
 *
 * Temporal delays its start by the time of grace. So the clock begins with the cancellation, with or without a Worker,
 * and no process of the server has to remember it.
 */
export async function startCompanion(
  calls: TemporalCalls,
  { taskId, toolName, terminateAfterMs: graceMs, cancelRequested }: TemporalTask,
  signal: GraceTarget['signal'],
): Promise<void> {
  if (graceMs === undefined) return;
  const { firstRunId } = await describeExecution(calls, taskId);
  const target: GraceTarget = { taskId, firstRunId, graceMs, signal };
  await calls.run(async () =>
    calls.starts.start(GRACE_WORKFLOW_TYPE, {
      workflowId: toCompanionId(taskId),
      taskQueue: SYSTEM_TASK_QUEUE,
      args: [target],
      memo: { [COMPANION_MEMO_KEY]: { v: 1, taskId, graceMs } },
      staticSummary: `Terminates ${toolName} if it still runs after its cancellation`,
      startDelay: graceMs,
      // If only the companion requests the cancellation, the task gets the same time again.
      workflowExecutionTimeout: 2 * graceMs + MAX_OVERDUE_MS,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      // After a crash before the cancellation request, the companion that was left is due too soon, so it is replaced.
      // After the request, further cancellations must not delay the end.
      workflowIdConflictPolicy: cancelRequested ? 'USE_EXISTING' : 'TERMINATE_EXISTING',
    }),
  );
}
