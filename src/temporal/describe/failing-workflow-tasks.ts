import { LRUCache } from 'lru-cache';

import type { Logger } from '../../core/logger.js';
import { cutText } from '../../core/value/cut-text.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { DescribedExecution } from './describe-execution.js';
import { type FailedWorkflowTask, findFailedWorkflowTask } from './failed-workflow-task.js';

/** Time until a failing run is logged again, in milliseconds, if a client still reads it. */
const AGAIN_AFTER_MS = 10 * 60_000;
const MAX_RUNS = 1_000;
/** Longest quotation, in characters. */
const MAX_CAUSE_LENGTH = 4_000;

/**
 * Finds out why Workflow Tasks are repeated, when their tasks are read, and logs it for operators. The log omits failure
 * messages, which quote the Workflow's data.
 */
export class FailingWorkflowTasks {
  readonly #calls: TemporalCalls;
  readonly #logger: Logger;
  readonly #logged = new LRUCache<string, true>({ max: MAX_RUNS, ttl: AGAIN_AFTER_MS });
  /** Findings by run and length of the history, which repeated attempts leave unchanged. */
  readonly #findings = new LRUCache<string, Promise<FailedWorkflowTask | undefined>>({
    max: MAX_RUNS,
    ttl: AGAIN_AFTER_MS,
  });

  constructor(calls: TemporalCalls, logger: Logger) {
    this.#calls = calls;
    this.#logger = logger;
  }

  /** `undefined` for a first attempt, and if the history does not say why there was another one. */
  async find(
    taskId: string,
    execution: DescribedExecution,
  ): Promise<FailedWorkflowTask | undefined> {
    const { runId, historyLength, raw } = execution;
    if ((raw.pendingWorkflowTask?.attempt ?? 0) <= 1) return undefined;
    const key = `${runId} ${historyLength}`;
    const finding = this.#findings.get(key) ?? this.#look(taskId, execution);
    this.#findings.set(key, finding);
    return finding;
  }

  async #look(
    taskId: string,
    { runId, workflowType, raw }: DescribedExecution,
  ): Promise<FailedWorkflowTask | undefined> {
    const taskQueue = raw.executionConfig?.taskQueue?.name ?? undefined;
    const attempt = raw.pendingWorkflowTask?.attempt;
    const about = { taskId, runId, workflowType, taskQueue, attempt };
    try {
      const failed = await findFailedWorkflowTask(this.#calls, { taskId, runId });
      if (failed && failed.isLate !== true && !this.#logged.has(runId)) {
        this.#logged.set(runId, true);
        const cause = cutText(failed.cause, MAX_CAUSE_LENGTH);
        const message = "A Workflow cannot go on. Temporal's Web UI shows the message";
        this.#logger.warn({ ...about, cause }, message);
      }
      return failed;
    } catch (error) {
      const message = 'A Workflow Task is repeated, and its history cannot be read';
      this.#logger.warn({ ...about, err: error }, message);
      return undefined;
    }
  }
}
