/**
 * Audit records, one for each event, for people who answer for it later. They never hold a payload, a token or a
 * secret.
 */

export interface AuditSettings {
  /** `stdout`, `stderr`, or the path of a file. */
  readonly to: string;
}

/** Events of the audit log. Released names do not change. */
export const AuditEvent = {
  /** A caller failed to authenticate, or is not allowed on this server. */
  authenticationFailed: 'authentication.failed',
  /** A call of a tool is about to be carried out. */
  callAdmitted: 'call.admitted',
  /** The server refused a call or another request: by scope, policy, limit or content. */
  callRefused: 'call.refused',
  /** A call has created a task, or has joined an existing one. */
  taskCreated: 'task.created',
  /** A caller asked for a task that does not exist, or belongs to another owner. */
  lookupFailed: 'task.lookup_failed',
  taskCancelled: 'task.cancelled',
  /** The owner of a task or an approver answered its questions. */
  taskAnswered: 'task.answered',
  messageSent: 'task.message_sent',
  /** A caller saw how a task has ended, with its result if the request was for it. */
  outcomeRead: 'task.outcome_read',
  tasksListed: 'tasks.listed',
  /** A caller listed questions of others that they may answer. */
  approvalsListed: 'approvals.listed',
  /** A caller read the questions of another owner's task. */
  approvalRead: 'approval.read',
} as const;
export type AuditEvent = (typeof AuditEvent)[keyof typeof AuditEvent];

/**
 * The outcome of an event.
 *
 * - `begun`: about to happen; a second record has the outcome, unless the process dies first
 * - `done`
 * - `refused`: the server refused it and did nothing
 * - `failed`: it could not be done
 */
export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed';

/** An event, without its caller and origin. */
export interface AuditRecord {
  readonly event: AuditEvent;
  readonly outcome: AuditOutcome;
  /** Default: the principal of the origin. */
  readonly principal?: string | undefined;
  readonly tool?: string | undefined;
  readonly taskId?: string | undefined;
  readonly questions?: readonly string[] | undefined;
  /** Code of a refusal or failure, without a message. */
  readonly reason?: string | undefined;
  /** ID of the log line about a refused caller. The client gets the same ID. */
  readonly refusalId?: string | undefined;
  /** Failed look-ups of this principal in this process, as a total. */
  readonly count?: number | undefined;
}

export interface AuditOrigin {
  readonly principal?: string | undefined;
  readonly address?: string | undefined;
  readonly transport?: 'http' | 'stdio' | undefined;
  readonly generation?: string | undefined;
  /** Equal in all records of one request; over stdio, of one message. */
  readonly correlationId?: string | undefined;
  /** The name that the client gives itself. */
  readonly client?: string | undefined;
}

export interface Audit {
  /** Runs a function for a request. Records made meanwhile get this origin, and the additions of {@link Audit.note}. */
  readonly within: <Result>(origin: AuditOrigin, act: () => Result) => Result;
  readonly note: (origin: AuditOrigin) => void;
  /** Writes a record. Never throws: a record that cannot be written is logged and counted as lost. */
  readonly record: (record: AuditRecord) => void;
  /** Like {@link Audit.record}, but repeated calls during one request write only one record. */
  readonly recordOnce: (record: AuditRecord) => void;
}
