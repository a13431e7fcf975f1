/** Requests, tasks and refusals for logs, metrics and traces. No payloads. */
import type { DeliveryFailure } from './event/event-delivery.js';
import type { TaskPhase } from './task/task-status.js';
import type { Task } from './task/task.js';
import type { JsonRpcErrorObject } from './tool/tool-result.js';

/** A request that a generation carries out. */
export interface ServedRequest {
  readonly id: string | number;
  readonly method: string;
  /** Whether the generation has the method. Other names are a client's text. */
  readonly isKnown: boolean;
  /** As they came: only `name`, `taskId` and `_meta` are of use here. */
  readonly params: unknown;
  /** Absent: the client has not said. */
  readonly protocolVersion?: string | undefined;
  /** Tells connections over stdio apart, and sessions over HTTP. Absent: there is none. */
  readonly session?: string | undefined;
  /** Of the HTTP request. Absent: it came over stdio. */
  readonly headers?: { readonly get: (name: string) => string | null } | undefined;
  /** Fires when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

/** The answer to a request. */
export interface ServedReply {
  readonly result?: object;
  readonly error?: JsonRpcErrorObject;
}

interface OfTask {
  readonly taskId: string;
}

interface OfTool extends OfTask {
  readonly tool: string;
}

export type AnswerOutcome = 'given' | 'tooLate' | 'forOthers' | 'refused';

/** An event of a task that this server sees. */
export type TaskNews =
  | (OfTool & { readonly kind: 'created'; readonly protocolVersion: string })
  /** It was seen in another phase than before, or for the first time. */
  | (OfTool & { readonly kind: 'changed'; readonly phase: TaskPhase })
  /** A question was seen for the first time. */
  | (OfTool & { readonly kind: 'asked'; readonly question: string })
  /** A question was open for so long, since this server saw it first. */
  | (OfTool & { readonly kind: 'closed'; readonly question: string; readonly seconds: number })
  | (OfTask & {
      readonly kind: 'answered';
      readonly questions: readonly string[];
      readonly outcome: AnswerOutcome;
    });

/** An event that reached a stream or an endpoint. */
export interface ToldEvent {
  readonly name: string;
  readonly delivery: 'push' | 'webhook';
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The outcome of one attempt to bring a message to an endpoint. */
export type AttemptOutcome = 'accepted' | 'refused' | DeliveryFailure;

/** Told of what a server does. No method throws, and none keeps anybody waiting. */
export interface Observer {
  /** Runs what answers a request: what is told meanwhile is of that request. */
  readonly request: <Reply extends ServedReply>(
    request: ServedRequest,
    answer: () => Promise<Reply>,
  ) => Promise<Reply>;
  readonly task: (news: TaskNews) => void;
  /** An HTTP request was refused before a generation saw it. */
  readonly refused: (status: number) => void;
  /** A request is about a task, whatever has happened to it. Default: that does not matter. */
  readonly concerns?: (task: Pick<Task, 'taskId' | 'phase' | 'traceparent'>) => void;
  /** A wait for a task begins. Returns what is to be called at its end. */
  readonly waits?: () => () => void;
  readonly eventTold?: (event: ToldEvent) => void;
  readonly attempted?: (outcome: AttemptOutcome) => void;
  /** The span of the request under way, as `traceparent` of W3C Trace Context. */
  readonly traceparent?: () => string | undefined;
  /** A connection over stdio has ended. */
  readonly sessionEnded?: (session: string) => void;
}
