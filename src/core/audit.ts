/** Who did what: one record an event, for people who have to answer for it later. Never a payload, a token or a secret. */

/** Where records go, and what becomes of what cannot be written down. */
export interface AuditSettings {
  /** `stdout`, `stderr`, or the path of a file. */
  readonly to: string;
  /** Whether it is refused. */
  readonly failClosed: boolean;
}

/** What can happen. Released names do not change. */
export const AuditEvent = {
  /** Somebody could not prove who they are, or is nobody whom the server is for. */
  authenticationFailed: 'authentication.failed',
  /** A call of a tool is about to be carried out. */
  callAdmitted: 'call.admitted',
  /** A call or another request was refused: by scope, policy or limit, or for what it said. */
  callRefused: 'call.refused',
  /** A call has created a task, or has found one again that was its own, or shares one. */
  taskCreated: 'task.created',
  /** Somebody asked for a task that is none of theirs, or of nobody's. */
  lookupFailed: 'task.lookup_failed',
  taskCancelled: 'task.cancelled',
  /** Questions of a task were answered, by its owner or by somebody else who may. */
  taskAnswered: 'task.answered',
  /** A Query, a Signal or an Update was sent to the Workflow of a task. */
  messageSent: 'task.message_sent',
  /** Somebody was shown how a task has ended, with its result where the request was for it. */
  outcomeRead: 'task.outcome_read',
  tasksListed: 'tasks.listed',
  /** Somebody was shown what others ask that they may answer. */
  approvalsListed: 'approvals.listed',
  /** Somebody was shown what one task of somebody else's asks. */
  approvalRead: 'approval.read',
} as const;
export type AuditEvent = (typeof AuditEvent)[keyof typeof AuditEvent];

/**
 * How it came out.
 *
 * - `begun`: it is about to be done; another record says what has come of it, unless the process dies meanwhile
 * - `done`
 * - `refused`: by this server, which did nothing
 * - `failed`: it could not be done
 */
export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed';

/** One thing that happened, apart from who did it and from where. */
export interface AuditRecord {
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  /** Default: that of the origin. */
  readonly principal?: string | undefined;
  readonly tool?: string | undefined;
  readonly taskId?: string | undefined;
  /** The keys of the questions that were answered. */
  readonly questions?: readonly string[] | undefined;
  /** Why it was refused or failed: a code, and no message. */
  readonly reason?: string | undefined;
  /** Of who was not let in: the ID of the log's line that says why, which the client was given too. */
  readonly refusalId?: string | undefined;
  /** Of failed look-ups, how many of this principal there have been in this process. */
  readonly count?: number | undefined;
}

/** Who sends a request, from where, and how it is told from others. */
export interface AuditOrigin {
  readonly principal?: string | undefined;
  /** The address in the network that it came from. */
  readonly address?: string | undefined;
  readonly transport?: 'http' | 'stdio' | undefined;
  /** The protocol revision. */
  readonly generation?: string | undefined;
  /** The same for all records of one request; over stdio, of one message. */
  readonly correlationId?: string | undefined;
  /** The name that the client gives itself. */
  readonly client?: string | undefined;
}

/** Writes down what happens. */
export interface Audit {
  /** Runs something for a request: what is recorded meanwhile is of this origin, and of what {@link Audit.note} adds. */
  readonly within: <Result>(origin: AuditOrigin, act: () => Result) => Result;
  /** Adds to the origin what has come to be known of it. */
  readonly note: (origin: AuditOrigin) => void;
  /** Writes a record of what cannot be helped any more. Never throws: what cannot be written is logged as lost. */
  readonly record: (record: AuditRecord) => void;
  /**
   * Writes a record of what is about to be done, or handed out.
   *
   * @throws {TaskError} `busy` when it cannot be written, and the settings say that it is refused then.
   */
  readonly mustRecord: (record: AuditRecord) => void;
  /** The same, once for a request, however often it is asked for. */
  readonly mustRecordOnce: (record: AuditRecord) => void;
}
