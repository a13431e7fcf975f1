/** Requests, tasks and refusals for logs, metrics and traces. No payloads. */
import type { JsonRpcErrorObject } from '../json-rpc-error.js';
import type { TaskPhase } from '../task/task-status.js';
import type { Task } from '../task/task.js';

/** The subject of a method: a tool, a task, a resource, or none. */
export type Subject = 'tool' | 'task' | 'resource' | 'none';

export interface ServedRequest {
  readonly id: string | number;
  /** Absent: the generation does not have the client's method. */
  readonly method: string | undefined;
  readonly subject: Subject;
  /** The client's text for the subject: the name of a tool, or the ID of a task. */
  readonly named: string | undefined;
  /** The params as received. Observers use `_meta` only. */
  readonly params: unknown;
  /** Absent if the client has not sent it. */
  readonly protocolVersion?: string | undefined;
  /** Headers of the HTTP request. Absent over stdio. */
  readonly headers?: { readonly get: (name: string) => string | null } | undefined;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
}

export interface ServedReply {
  readonly result?: object | undefined;
  readonly error?: JsonRpcErrorObject | undefined;
}

interface OfTask {
  readonly taskId: string;
}

interface OfTool extends OfTask {
  readonly tool: string;
}

export type AnswerOutcome = 'given' | 'tooLate' | 'forOthers' | 'refused';

export type Observation =
  | (OfTool & { readonly kind: 'created'; readonly protocolVersion: string })
  /** The server saw the task in a new phase, or for the first time. */
  | (OfTool & { readonly kind: 'changed'; readonly phase: TaskPhase })
  /** The server saw a question for the first time. */
  | (OfTool & { readonly kind: 'asked'; readonly question: string })
  /** A question has closed. `seconds`: time since this server first saw it. */
  | (OfTool & { readonly kind: 'closed'; readonly question: string; readonly seconds: number })
  | (OfTask & {
      readonly kind: 'answered';
      readonly questions: readonly string[];
      readonly outcome: AnswerOutcome;
    });

/** Receives events of the server. Its methods don't throw and don't delay requests. */
export interface Observer {
  /** Runs the function that answers a request. Events during it belong to that request. */
  readonly request: <Reply extends ServedReply>(
    request: ServedRequest,
    answer: () => Promise<Reply>,
  ) => Promise<Reply>;
  readonly task: (news: Observation) => void;
  /** The transport refused an HTTP request before a generation saw it. */
  readonly refused: (status: number) => void;
  /** A record of the audit log could not be written. */
  readonly auditLost: () => void;
  /** Names the task of the current request. */
  readonly concerns: (task: Pick<Task, 'taskId' | 'phase' | 'traceparent'>) => void;
  /** Reports the start of a wait for a task. Returns a function to call at its end. */
  readonly waits: () => () => void;
  /** The span of the current request, as `traceparent` of W3C Trace Context. */
  readonly traceparent: () => string | undefined;
}

export interface TracedMessage {
  /** The trace of the message, as fields of W3C Trace Context. */
  readonly fields: Readonly<Record<string, string>>;
  /** Temporal has answered. `code` is a status code of gRPC; 0 is success. */
  readonly ended: (code: number) => void;
}

/** Observes calls to Temporal, and gives them the fields of their trace. */
export interface CallObserver {
  /** A message to a Workflow begins. Returns `undefined` if it belongs to no trace. */
  readonly trace: (operation: string) => TracedMessage | undefined;
  /** A call has ended, after all retries. `code` is a status code of gRPC; 0 is success. */
  readonly ended: (operation: string, code: number, seconds: number) => void;
}
