import type { TaskProgress } from '../contract/contract.js';
import type { Principal } from '../person/principal.js';
import type { Askable } from '../question/askable.js';
import { isForClients, type Question } from '../question/question.js';
import type { TaskOutcome } from '../tool/tool-result.js';

import type { StatusFacts, TaskPhase } from './task-status.js';

/** The client that created a task as a task, for protocols in which it receives the progress and questions. */
export interface TaskOrigin {
  /** The client's session that created the task as a task. Absent: no session, or a plain call. */
  readonly session?: string | undefined;
  /** Progress token of its request, which holds for that session until the end. Absent: it had none, or a plain call. */
  readonly progressToken?: string | number | undefined;
  /**
   * Capabilities of the only client that may be asked; other questions are refused. Absent: questions stay open, or
   * the session decides.
   */
  readonly askable?: Askable | undefined;
}

/** A task as read at one moment. A generation's `Protocol` decides its status. */
export interface Task extends StatusFacts {
  /** The workflow ID of the execution behind the task. */
  readonly taskId: string;
  readonly toolName: string;
  readonly phase: TaskPhase;
  readonly cancelRequested: boolean;
  /** The current step or the end of the task, in words for people and models. */
  readonly statusMessage?: string | undefined;
  readonly progress?: TaskProgress | undefined;
  /** The Workflow is stuck at the moment, for the reason in `statusMessage`. Absent: no obstacle is known. */
  readonly isStuck?: true | undefined;
  /** The work is one Activity, and an attempt of it has failed. Absent: none has. */
  readonly hasFailedAttempt?: true | undefined;
  /** All open questions. The phase is `inputRequired` exactly if clients are asked one of them. */
  readonly questions: readonly Question[];
  /** No Worker has told in time whether more questions are open. Absent: `questions` is complete. */
  readonly hasUnknownQuestions?: true | undefined;
  /** The task in its starter's words, in one line (`workflow.summary`). Absent: the start has none of its own. */
  readonly summary?: string | undefined;
  /** ISO 8601, fixed at creation. */
  readonly createdAt: string;
  /** ISO 8601; the moment of the last status change, not of the reading. */
  readonly lastUpdatedAt: string;
  /** Promised time from `createdAt` for which the task can be read, in milliseconds. It grows while the task runs. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** The protocol revision that created it. Absent: another program started the task. */
  readonly protocolVersion?: string | undefined;
  /** The creator, if recorded. Clients do not see it. */
  readonly principal?: Principal | undefined;
  /** Facts of the creating request, for progress and questions. Absent: no facts. */
  readonly origin?: TaskOrigin | undefined;
  /** The span of the request that created it (W3C Trace Context), which later requests link to. Absent: none. */
  readonly traceparent?: string | undefined;
  /** Present as soon as the execution has closed. */
  readonly outcome?: TaskOutcome | undefined;
}

/** Returns an open task without some of its questions. */
export function withoutQuestions(task: Task, isLeftOut: (question: Question) => boolean): Task {
  const questions = task.questions.filter((question) => !isLeftOut(question));
  if (questions.length === task.questions.length) return task;
  return { ...task, questions, phase: questions.some(isForClients) ? 'inputRequired' : 'working' };
}

export interface Lifetime {
  /** ISO 8601, like all instants of this file. */
  readonly createdAt: string;
  /** Close time of its execution; `undefined` while it is open. */
  readonly closedAt: string | undefined;
  /** Minimum time from its creation for which it can be read, in milliseconds. */
  readonly ttlMs: number;
  /** Minimum time from its end for which it can be read, in milliseconds. */
  readonly keepMs: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/**
 * The time to live for clients: the minimum time from its creation for which a task can be read, in milliseconds. A
 * running task does not expire, and is kept for a time after its end. When half of the promised time is over, the
 * promise grows in steps of half the kept time. It never exceeds the time that would hold if the task ended now.
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

/**
 * Returns true if a task can no longer be read at a moment, in milliseconds since the epoch. A running task never
 * expires.
 */
export function isExpired(
  task: Pick<Task, 'createdAt' | 'ttlMs' | 'outcome'>,
  nowMs: number,
): boolean {
  return task.outcome !== undefined && nowMs > Date.parse(task.createdAt) + task.ttlMs;
}
