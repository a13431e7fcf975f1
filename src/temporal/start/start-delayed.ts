import { SYSTEM_TASK_QUEUE } from '../../core/task/termination-grace.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Time that a due companion waits for a Worker, in milliseconds. */
const MAX_OVERDUE_MS = 7 * 24 * 60 * 60_000;

/** A companion of a task: one of this package's own Workflows, which does something to the task when its time has come. */
export interface Companion {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly input: object;
  /** Names the task for people who look at it. */
  readonly memo: Readonly<Record<string, object>>;
  readonly summary: string;
  /** When its time comes, in milliseconds from now. */
  readonly delayMs: number;
  /** Time for its work once it is due, in milliseconds, besides waiting for a Worker. */
  readonly workMs: number;
  /** The policy for a companion that exists already. */
  readonly onConflict: 'USE_EXISTING' | 'TERMINATE_EXISTING';
}

/**
 * Starts a companion. Its start is delayed, so the clock runs with or without a Worker, and no process of ours has to
 * remember anything.
 */
export async function startDelayed(calls: TemporalCalls, companion: Companion): Promise<void> {
  const { workflowType, workflowId, input, memo, summary, delayMs, workMs } = companion;
  await calls.run(async (client) =>
    client.workflow.start(workflowType, {
      workflowId,
      taskQueue: SYSTEM_TASK_QUEUE,
      args: [input],
      memo,
      staticSummary: summary,
      startDelay: delayMs,
      workflowExecutionTimeout: delayMs + workMs + MAX_OVERDUE_MS,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: companion.onConflict,
    }),
  );
}
