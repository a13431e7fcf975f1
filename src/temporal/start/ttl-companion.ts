import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { TTL_WORKFLOW_TYPE, type TtlTarget } from '../../core/task/ttl-end.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './planned-task.js';
import { startDelayed } from './start-delayed.js';

/** Key of its memo, which names its task for people. */
const MEMO_KEY = 'mcp.ttl';
/** Reason for the termination of an idle companion. */
const NOTHING_TO_DO = 'mcp: there is nothing to end any more';

/**
 * The companion that ends a task after its time to live, if the tool wants that. It is started ahead of the task: a
 * crash in between leaves a companion without a task, which ends by itself, and never a task without a companion.
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

  /** To be called ahead of each attempt to start the task. Nothing happens for a tool that leaves its work alone. */
  async start(): Promise<void> {
    const { tool } = this.#request;
    const { task, meta } = this.#planned;
    const { companionId } = meta;
    if (tool.afterTtl === 'leave' || companionId === undefined || this.#isThere) return;
    const { cancelSignal, terminateAfterMs: graceMs } = tool;
    const { taskId } = task;
    const { ttlMs } = meta;
    const target: TtlTarget = {
      taskId,
      ttlMs,
      action: tool.afterTtl,
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

  /** Ends it where no task of this start has come of it. */
  async discard(): Promise<void> {
    const { companionId } = this.#planned.meta;
    if (this.#isThere && companionId !== undefined) await endCompanion(this.#calls, companionId);
  }
}

/** Ends a companion that has nothing to do any more. It would end by itself, so nothing is lost where this fails. */
export async function endCompanion(calls: TemporalCalls, companionId: string): Promise<void> {
  try {
    await calls.run(async (client) =>
      client.workflow.getHandle(companionId).terminate(NOTHING_TO_DO),
    );
  } catch {
    // It has ended meanwhile, or will.
  }
}
