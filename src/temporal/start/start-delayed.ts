import { SYSTEM_TASK_QUEUE } from '../../core/task/termination-grace.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Time that a due companion may wait for a Worker, in milliseconds. */
const MAX_OVERDUE_MS = 7 * 24 * 60 * 60_000;

/** A companion of a task: a Workflow of this package that acts on the task at a later time. */
export interface Companion {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly input: object;
  /** Names the task for people who look at the companion. */
  readonly memo: Readonly<Record<string, object>>;
  readonly summary: string;
  /** Time until the companion acts, in milliseconds. */
  readonly delayMs: number;
  /** Time for its work after that, in milliseconds, without the wait for a Worker. */
  readonly workMs: number;
  /** The policy if the companion exists already. */
  readonly onConflict: 'USE_EXISTING' | 'TERMINATE_EXISTING';
}

/**
 * Starts a companion. Temporal delays the start, so the clock runs with or without a Worker, and no process of the
 * server has to remember it.
 */
export async function startDelayed(calls: TemporalCalls, companion: Companion): Promise<void> {
  const { workflowType, workflowId, input, memo, summary, delayMs, workMs } = companion;
  await calls.run(async () =>
    calls.starts.start(workflowType, {
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
