/**
 * The auditor's input: the clients' journal, Temporal's histories, the attempts that ran, and the faults with their
 * times.
 */
import type { Generation, Owner } from '../plan/errand.js';

/** The task statuses of both generations. */
export const STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** Times of a request and its answer, in milliseconds since the epoch. */
export interface Span {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A client's call of a tool as a task. */
export interface Create {
  readonly token: string;
  readonly owner: Owner;
  /** Absent if the client got no reply with an ID. */
  readonly taskId?: string;
  /** The requested time to live. Absent for 2026-07-28, where clients can't request it. */
  readonly wantedTtlMs?: number;
}

/** A task as one answer showed it to a client. The views of a task are in order and never overlap. */
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
  /** The token in the question's text. */
  readonly askedBy: string;
  /** Number of the question in its Workflow, from 0. */
  readonly question: number;
  /** The answer's content, unique to each answer. A repeated question gets a different word. */
  readonly word: string;
  /** True if the server acknowledged the answer. */
  readonly isAcknowledged: boolean;
}

/** A cancellation that the server acknowledged. */
export interface Cancellation {
  readonly taskId: string;
  readonly acknowledgedMs: number;
}

/** A result that a client received. */
export interface Result {
  /** The token of the client's call. */
  readonly token: string;
  /** The token in the result. Absent for failures, which have no other content. */
  readonly resultToken?: string;
  readonly words?: readonly string[];
}

/** A request of an owner for another owner's task. */
export interface Trespass {
  readonly taskId: string;
  readonly by: Owner;
  readonly isShown: boolean;
}

/** The tasks in an owner's list. */
export interface Listing {
  readonly owner: Owner;
  readonly taskIds: readonly string[];
}

/** A request without an answer within its bound. */
export interface OverdueRequest extends Span {
  readonly method: string;
  /** The replica that received it; `undefined` if it reached no replica. */
  readonly replica: number | undefined;
}

/** A client that had not finished its task within the time limit after the last fault. */
export interface Unfinished {
  readonly token: string;
  readonly taskId?: string;
  readonly doing: string;
}

/** An unexpected answer to a client. */
export interface Oddity {
  readonly token: string;
  readonly what: string;
}

/** The records of all clients. */
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
  /** Numbers of the attempts that completed it. Empty while it is open; more than one is a violation. */
  readonly completedByAttempts: readonly number[];
}

export type Ending = 'open' | 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timedOut';

/** A Workflow Execution, read from its history. */
export interface Execution {
  readonly workflowId: string;
  /** The tool, if it runs a job. */
  readonly job?: string;
  /** The token in its input. */
  readonly token: string;
  readonly ending: Ending;
  /** The type of its failure. */
  readonly failure?: string;
  /** Close time in milliseconds since the epoch. Absent while it is open. */
  readonly closedMs?: number;
  readonly isCancelRequested: boolean;
  readonly steps: readonly Step[];
  /** The words of all Signals with answers, in order. */
  readonly signalledWords: readonly string[];
  readonly resultWords: readonly string[];
  /** The decline of its question when its time was over. Absent: it was answered, or has no deadline. */
  readonly decline?: { readonly atMs: number; readonly dueMs: number };
}

/** An attempt at a step that began in a Worker. */
export interface Attempt {
  readonly token: string;
  readonly step: number;
  readonly attempt: number;
  readonly atMs: number;
}

/** A job that the service has started. */
export interface ServiceJob {
  readonly token: string;
  readonly state: string;
}

/** A time in which a replica was frozen or its answers were delayed, so that it may exceed bounds. */
export interface Excuse extends Span {
  readonly replica: number;
}

export interface Evidence {
  readonly journal: Journal;
  readonly executions: readonly Execution[];
  readonly attempts: readonly Attempt[];
  readonly jobs: readonly ServiceJob[];
  readonly excuses: readonly Excuse[];
}

/** A broken promise. */
export interface Violation {
  /** The promise, by the name of its check. */
  readonly promise: string;
  readonly what: string;
}
