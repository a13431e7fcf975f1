import type { TaskProgress } from '../contract.js';
import type { Principal } from '../person/principal.js';
import type { Askable } from '../question/askable.js';
import type { OpenInputRequests } from '../question/open-input-request.js';
import type { TaskOutcome } from '../tool/tool-result.js';

import type { StatusFacts, TaskPhase } from './task-status.js';

/** Whom a task was created for, for protocols in which that decides where its progress and questions go. */
export interface TaskOrigin {
  /** The client's session in which it was created as a task. Absent: in none, or by a plain call. */
  readonly session?: string;
  /** The server process that served its client alone, over stdio. Absent: its server has served others, too. */
  readonly program?: string;
  /** Names this task's progress to its client. The request that created the task chose it, and may have left it out. */
  readonly progressToken?: string | number;
  /**
   * What its client can be asked, where nobody else is meant to be: other questions are refused. Absent: questions stay
   * open, or the session says it.
   */
  readonly askable?: Askable;
}

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
  /** Something keeps the Workflow from going on, as `statusMessage` says. Absent: nothing that is known. */
  readonly isStuck?: true;
  /** Present, with at least one of them, exactly in the phase `inputRequired`. */
  readonly inputRequests?: OpenInputRequests;
  /**
   * Open questions that clients of the owner are not asked: only somebody else may answer, or the owner has put them aside
   * (`elsewhere.isPutAside`), or an answer has changed nothing (likewise). Absent: there are none.
   */
  readonly approvals?: OpenInputRequests;
  /** ISO 8601, fixed at creation. */
  readonly createdAt: string;
  /** ISO 8601; the moment of the last status change, never the moment of reading. */
  readonly lastUpdatedAt: string;
  /** For how long from `createdAt` it can be read at least, in milliseconds: a promise. It grows while the task runs on. */
  readonly ttlMs: number;
  /** Suggested time between polls, in milliseconds. */
  readonly pollIntervalMs: number;
  /** The protocol revision under which it was created. Absent: none, since it was started elsewhere. */
  readonly protocolVersion?: string;
  /** Who has created it. Absent: that was not written down. Clients are not told. */
  readonly principal?: Principal;
  /** Of the request that created it, what whoever tells of the task later goes by. Absent: nothing. */
  readonly origin?: TaskOrigin;
  /** Present as soon as the execution has closed. */
  readonly outcome?: TaskOutcome;
}

/**
 * How long a tool keeps its tasks after their end where it does not say, in milliseconds: clients ask for a minute and
 * start jobs of hours.
 */
export const DEFAULT_KEEP_MS = 24 * 60 * 60_000;

/** What was promised of a task when it was created, and where it stands. */
export interface Lifetime {
  /** ISO 8601, as all instants here. */
  readonly createdAt: string;
  /** When its execution closed; `undefined` while it is open. */
  readonly closedAt: string | undefined;
  /** For how long from its creation it can be read at least, in milliseconds. */
  readonly ttlMs: number;
  /** For how long after its end it can be read at least, in milliseconds. */
  readonly keepMs: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * The time to live that a client is told: for how long from its creation a task can be read at least, in milliseconds. A
 * task does not expire while it runs, and is kept for a while after its end. So as soon as half of what was agreed on is
 * over, more is promised, in steps of half the time that it is kept; none of it is more than what holds if the task ends
 * at this moment.
 */
export function toPromisedTtlMs({ createdAt, closedAt, ttlMs, keepMs, nowMs }: Lifetime): number {
  const createdMs = Date.parse(createdAt);
  if (closedAt !== undefined) {
    return Math.max(ttlMs, Math.floor(Date.parse(closedAt) - createdMs + keepMs));
  }
  const ageMs = nowMs - createdMs;
  if (ageMs < ttlMs / 2) return ttlMs;
  const stepMs = keepMs / 2;
  const steps = Math.floor((ageMs + keepMs - ttlMs) / stepMs);
  return Math.floor(ttlMs + Math.max(steps, 0) * stepMs);
}

/** Whether a task can no longer be read at a moment, in milliseconds since the epoch. One that runs always can. */
export function isExpired(
  task: Pick<Task, 'createdAt' | 'ttlMs' | 'outcome'>,
  nowMs: number,
): boolean {
  return task.outcome !== undefined && nowMs > Date.parse(task.createdAt) + task.ttlMs;
}
