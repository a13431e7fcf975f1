import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { TTL_WORKFLOW_TYPE, type TtlTarget } from '../../core/task/ttl-end.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './planned-task.js';
import { startDelayed } from './start-delayed.js';

/** Key of the companion's memo, which names its task for people. */
const MEMO_KEY = 'mcp.ttl';
/** Reason for the termination of an idle companion. */
const NOTHING_TO_DO = 'mcp: there is nothing to end any more';

/**
 * The companion that ends a task after its time to live, if its tool wants that. It starts before the task. So a crash
 * in between leaves a companion without a task, which ends by itself, but never a task without its companion.
 */
export class TtlCompanion {
  readonly #calls: TemporalCalls;
  readonly #request: CreateTaskRequest;
  readonly #planned: PlannedTask;
  #isThere = false;

  constructor(calls: TemporalCalls, request: CreateTaskRequest, planned: PlannedTask) {
    this.#calls = calls;
    this.#request = request;
    this.#planned = planned;
  }

  /**
   * Starts the companion. Call it before each attempt to start the task. Does nothing if the tool leaves its work
   * running.
   */
  async start(): Promise<void> {
    const { tool } = this.#request;
    const { task, meta } = this.#planned;
    const { companionId } = meta;
    if (tool.ttlWhenOver === 'leave' || companionId === undefined || this.#isThere) return;
    const { cancelSignal, terminateAfterMs: graceMs } = tool;
    const { taskId } = task;
    const { ttlMs } = meta;
    const target: TtlTarget = {
      taskId,
      ttlMs,
      action: tool.ttlWhenOver,
      ...(cancelSignal !== null && { cancelSignal }),
      ...(graceMs !== undefined && { graceMs }),
    };
    await startDelayed(this.#calls, {
      workflowType: TTL_WORKFLOW_TYPE,
      workflowId: companionId,
      input: target,
      memo: { [MEMO_KEY]: { v: 1, taskId, ttlMs } },
      summary: `Ends ${tool.name} when the time to live of its task is over`,
      delayMs: ttlMs,
      workMs: graceMs ?? 0,
      onConflict: 'USE_EXISTING',
    });
    this.#isThere = true;
  }

  /** Ends the companion if this start has not created its task. */
  async discard(): Promise<void> {
    const { companionId } = this.#planned.meta;
    if (this.#isThere && companionId !== undefined) await endCompanion(this.#calls, companionId);
  }
}

/** Terminates a companion without further work. A failure does not matter, since it also ends by itself. */
export async function endCompanion(calls: TemporalCalls, companionId: string): Promise<void> {
  try {
    await calls.run(async (client) =>
      client.workflow.getHandle(companionId).terminate(NOTHING_TO_DO),
    );
  } catch {
    // It has ended in the meantime, or will end by itself.
  }
}
