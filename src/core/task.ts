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

/** Whether the time to live of a task is over at a moment (milliseconds since the epoch). */
export function isExpired(task: Pick<Task, 'createdAt' | 'ttlMs'>, nowMs: number): boolean {
  return nowMs > Date.parse(task.createdAt) + task.ttlMs;
}
