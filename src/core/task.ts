import type { TaskProgress } from './contract.js';
import type { OpenInputRequests } from './open-input-request.js';
import type { StatusFacts, TaskPhase } from './task-status.js';
import type { TaskOutcome } from './tool-result.js';

/** A task as read at one moment. What its status is, the `Protocol` of a generation says. */
export interface Task extends StatusFacts {
  /** The workflow ID of the execution behind the task. */
  readonly taskId: string;
  readonly toolName: string;
  readonly phase: TaskPhase;
  readonly cancelRequested: boolean;
  /** What the task is doing or how it ended, in words for people and models. */
  readonly statusMessage?: string;
  readonly progress?: TaskProgress;
  /** Present, with at least one of them, exactly in the phase `inputRequired`. */
  readonly inputRequests?: OpenInputRequests;
  /** ISO 8601, fixed at creation. */
  readonly createdAt: string;
  /** ISO 8601; the moment of the last status change, never the moment of reading. */
  readonly lastUpdatedAt: string;
  /** Milliseconds from `createdAt`, fixed at creation. */
  readonly ttlMs: number;
  /** Suggested time between polls, in milliseconds. */
  readonly pollIntervalMs: number;
  /** The client's session in which it was created as a task. Absent: in none, or by a plain call. */
  readonly createdIn?: string;
  /** Names this task's progress to its client. The request that created the task chose it, and may have left it out. */
  readonly progressToken?: string | number;
  /** Present as soon as the execution has closed. */
  readonly outcome?: TaskOutcome;
}

/** How long a tool keeps its tasks after their end where it does not say, in milliseconds: clients ask for a minute and start jobs of hours. */
export const DEFAULT_KEEP_MS = 24 * 60 * 60_000;

/** When a task is asked for, and how long its tool keeps it. */
export interface Keeping {
  /** How long it can be read after its end, in milliseconds. */
  readonly keepMs: number;
  /** In milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * Whether a task can no longer be read: its execution has closed, its time to live is over, and so is the time that it is
 * kept after its end. A client's time to live says nothing of how long its work runs, so what runs never expires.
 */
export function isExpired(
  task: Pick<Task, 'createdAt' | 'ttlMs' | 'lastUpdatedAt' | 'outcome'>,
  { keepMs, nowMs }: Keeping,
): boolean {
  if (!task.outcome) return false;
  const promisedMs = Date.parse(task.createdAt) + task.ttlMs;
  const keptMs = Date.parse(task.lastUpdatedAt) + keepMs;
  return nowMs > Math.max(promisedMs, keptMs);
}
