/** What the auditor is shown: what clients saw, what Temporal kept, what really ran, and what went wrong when. */
import type { Generation, Owner } from '../plan/errand.js';

/** The statuses of a task, in both generations. */
export const STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** When a request was sent and when its answer was there, in milliseconds since the epoch. */
export interface Span {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A client's call that became a task, or was meant to. */
export interface Create {
  readonly token: string;
  readonly owner: Owner;
  /** Absent: no reply came that said so. */
  readonly taskId?: string;
  /** What the client asked for; its generation may have no way to. */
  readonly wantedTtlMs?: number;
}

/** What a client saw of its task with one request. Those of one task are in order, and never overlap. */
export interface View {
  readonly taskId: string;
  readonly generation: Generation;
  readonly status: Status;
  readonly ttlMs: number;
  readonly createdAt: string;
}

/** An answer of a client to a question. */
export interface Answer extends Span {
  readonly taskId: string;
  /** As the question itself said. */
  readonly askedBy: string;
  /** Which question of its Workflow, from 0. */
  readonly question: number;
  /** What was answered: nobody else's answer is the same, nor this one's to a copy of the question. */
  readonly word: string;
  /** Whether its sender was told that it was taken. */
  readonly isAcknowledged: boolean;
}

/** A cancellation that a client was told is on its way. */
export interface Cancellation {
  readonly taskId: string;
  readonly acknowledgedMs: number;
}

/** A result as a client got it. */
export interface Result {
  /** Of the client's own call. */
  readonly token: string;
  /** Of the result. Absent where it failed and was meant to say no more than that. */
  readonly resultToken?: string;
  readonly words?: readonly string[];
}

/** Somebody's request for a task of somebody else. */
export interface Trespass {
  readonly taskId: string;
  readonly by: Owner;
  readonly isShown: boolean;
}

/** The tasks that somebody's list named. */
export interface Listing {
  readonly owner: Owner;
  readonly taskIds: readonly string[];
}

/** A request that was not answered in the time that it may take. */
export interface OverdueRequest extends Span {
  readonly method: string;
  /** The replica that had it; `undefined` when it got to none. */
  readonly replica: number | undefined;
}

/** A client that had not come to the end of its task when all had been well for long. */
export interface Unfinished {
  readonly token: string;
  readonly taskId?: string;
  readonly doing: string;
}

/** An answer that no client could make anything of. */
export interface Oddity {
  readonly token: string;
  readonly what: string;
}

/** All that the clients saw. */
export interface Journal {
  readonly creates: readonly Create[];
  readonly views: readonly View[];
  readonly answers: readonly Answer[];
  readonly cancellations: readonly Cancellation[];
  readonly results: readonly Result[];
  readonly trespasses: readonly Trespass[];
  readonly listings: readonly Listing[];
  readonly overdue: readonly OverdueRequest[];
  readonly unfinished: readonly Unfinished[];
  readonly oddities: readonly Oddity[];
}

/** One scheduled Activity of a history. */
export interface Step {
  readonly step: number;
  /** The attempts with which it was completed: none while it is open, and never more than one. */
  readonly completedByAttempts: readonly number[];
}

/** How an execution stands. */
export type Ending = 'open' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timedOut';

/** One Workflow Execution, as its history tells it. */
export interface Execution {
  readonly workflowId: string;
  /** Of its input. */
  readonly token: string;
  readonly ending: Ending;
  /** When it closed, in milliseconds since the epoch. Absent: it is open. */
  readonly closedMs?: number;
  readonly isCancelRequested: boolean;
  readonly steps: readonly Step[];
  /** Every word in a Signal with answers, in order. */
  readonly signalledWords: readonly string[];
  /** The words in its result. */
  readonly resultWords: readonly string[];
}

/** An attempt at a step that really began, in a Worker. */
export interface Attempt {
  readonly token: string;
  readonly step: number;
  readonly attempt: number;
  readonly atMs: number;
}

/** A time in which a replica could not answer anybody: it was frozen, or what it said did not arrive in time. */
export interface Excuse extends Span {
  readonly replica: number;
}

/** All of it. */
export interface Evidence {
  readonly journal: Journal;
  readonly executions: readonly Execution[];
  readonly attempts: readonly Attempt[];
  readonly excuses: readonly Excuse[];
}

/** Something that must never happen, and did. */
export interface Violation {
  /** The promise that was broken, by the name of its check. */
  readonly promise: string;
  readonly what: string;
}
