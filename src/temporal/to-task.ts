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
    toolName: meta.tool,
    phase,
    cancelRequested,
    createdAt: meta.at,
    lastUpdatedAt: reading.lastUpdatedAt ?? meta.at,
    ttlMs: meta.ttl,
    pollIntervalMs: meta.poll,
    ...(statusMessage !== undefined && { statusMessage }),
    ...(progress && { progress }),
    ...(inputRequests && { inputRequests }),
    ...(checksContent === true && { checksContent }),
    ...(keepsClientTasks === true && { keepsClientTasks }),
    ...(clientTasks && { clientTasks }),
    ...(meta.session !== undefined && { createdIn: meta.session }),
    ...(meta.token !== undefined && { progressToken: meta.token }),
    ...(meta.grace !== undefined && { terminateAfterMs: meta.grace }),
    ...(outcome && { outcome }),
  };
}
