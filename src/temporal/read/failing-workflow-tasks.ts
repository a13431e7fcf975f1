import { LRUCache } from 'lru-cache';

import type { Logger } from '../../core/logger.js';
import { cutText } from '../../core/value/cut-text.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';
import { findFailedWorkflowTask } from './failed-workflow-task.js';

/** Time until a failing run is logged again, in milliseconds, if a client still reads it. */
const AGAIN_AFTER_MS = 10 * 60_000;
const MAX_RUNS = 1_000;
/** Maximum number of histories read at once. Later readings log further failures. */
const MAX_AT_ONCE = 2;
/** Longest quotation, in characters. */
const MAX_CAUSE_LENGTH = 4_000;

/**
 * Logs for operators why executions do not go on, when their tasks are read. Clients learn that the code fails, without
 * the cause. The log omits failure messages, which quote the Workflow's data.
 */
export class FailingWorkflowTasks {
  readonly #calls: TemporalCalls;
  readonly #logger: Logger;
  readonly #told = new LRUCache<string, true>({ max: MAX_RUNS, ttl: AGAIN_AFTER_MS });
  #underWay = 0;

  constructor(calls: TemporalCalls, logger: Logger) {
    this.#calls = calls;
    this.#logger = logger;
  }

  /** Logs the cause of a failing Workflow Task in the background, at most every ten minutes for a run. */
  notice(taskId: string, execution: DescribedExecution): void {
    const attempt = execution.raw.pendingWorkflowTask?.attempt ?? 0;
    if (attempt <= 1 || this.#underWay >= MAX_AT_ONCE || this.#told.has(execution.runId)) return;
    this.#told.set(execution.runId, true);
    this.#underWay += 1;
    void this.#log(taskId, execution, attempt).finally(() => {
      this.#underWay -= 1;
    });
  }

  async #log(
    taskId: string,
    { runId, workflowType, raw }: DescribedExecution,
    attempt: number,
  ): Promise<void> {
    const taskQueue = raw.executionConfig?.taskQueue?.name ?? undefined;
    const about = { taskId, runId, workflowType, taskQueue, attempt };
    try {
      const found = await findFailedWorkflowTask(this.#calls, { workflowId: taskId, runId });
      const cause = found ?? 'The history does not say why: see the log of the Worker.';
      const text = cutText(cause, MAX_CAUSE_LENGTH);
      this.#logger.warn(
        { ...about, cause: text },
        "A Workflow cannot go on: its code fails. Temporal's Web UI shows the message",
      );
    } catch (error) {
      this.#logger.warn(
        { ...about, err: error },
        'A Workflow cannot go on, and its history cannot be read',
      );
    }
  }
}
