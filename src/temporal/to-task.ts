import type { ClientTasks, TaskMeta, TaskProgress } from '../core/contract.js';
import type { InputRequests } from '../core/input-request.js';
import type { StatusFacts } from '../core/task-status.js';
import type { Task } from '../core/task.js';
import type { TaskOutcome } from '../core/tool-result.js';

/** What was read of a task beyond its meta data. */
export interface TaskReading extends StatusFacts {
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  readonly inputRequests?: InputRequests | undefined;
  readonly checksContent?: boolean | undefined;
  readonly keepsClientTasks?: boolean | undefined;
  readonly clientTasks?: ClientTasks | undefined;
  /** ISO 8601; the creation counts where nothing else is known. */
  readonly lastUpdatedAt?: string | undefined;
  readonly outcome?: TaskOutcome;
}

/** Joins a task's meta data, fixed at creation, with what was read of it now. */
export function toTask(taskId: string, meta: TaskMeta, reading: TaskReading): Task {
  const { phase, cancelRequested, statusMessage, progress, inputRequests, outcome } = reading;
  const { checksContent, keepsClientTasks, clientTasks } = reading;
  return {
    taskId,
    toolName: meta.toolName,
    phase,
    cancelRequested,
    createdAt: meta.createdAt,
    lastUpdatedAt: reading.lastUpdatedAt ?? meta.createdAt,
    ttlMs: meta.ttlMs,
    pollIntervalMs: meta.pollIntervalMs,
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && { progress }),
    ...(inputRequests && { inputRequests }),
    ...(checksContent === true && { checksContent }),
    ...(keepsClientTasks === true && { keepsClientTasks }),
    ...(clientTasks && { clientTasks }),
    ...(meta.progressToken !== undefined && { progressToken: meta.progressToken }),
    ...(meta.terminateAfterMs !== undefined && { terminateAfterMs: meta.terminateAfterMs }),
    ...(outcome && { outcome }),
  };
}
