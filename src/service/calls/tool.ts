/** A tool as generations see it: its listing, and its calls. */
import type { Caller, ClientFacts } from '../../core/person/caller.js';
import type { Protocol } from '../../core/protocol.js';
import type { LackingCapability } from '../../core/question/askable.js';
import type { InputRequest, InputRequests } from '../../core/question/input-request.js';
import type { Task } from '../../core/task/task.js';
import type { ToolListing } from '../../core/tool/tool-definition.js';
import type { TaskOutcome } from '../../core/tool/tool-result.js';
import type { BasicToolCall, Params } from '../../core/value/request-params.js';

/**
 * The client's wish for a task instead of a result, by its call or its declared capabilities.
 *
 * - `asksFor`: it accepts only a task
 * - `takes`: the server may answer with a task
 * - `declines`: its revision has tasks, but it does not accept one
 * - `knowsNone`: its revision has no tasks
 */
export type TaskStance = 'asksFor' | 'takes' | 'declines' | 'knowsNone';

/** Progress of a call that its client has to repeat with answers, where questions travel in replies. */
export type CallProgress =
  | {
      readonly phase: 'beforeStart';
      /** Names this call: however often it is repeated, it starts once. */
      readonly callId: string;
      /** The answers so far, by key. */
      readonly answers: Params;
      /** The keys of the questions: only these count as answers. */
      readonly asked: readonly string[];
    }
  | { readonly phase: 'running'; readonly taskId: string };

/** A call, as a generation has read it from the wire. */
export interface CallRequest extends BasicToolCall {
  readonly stance: TaskStance;
  /** Time for which the client wants to read the task, in milliseconds. */
  readonly ttlMs?: number;
  /** State of an earlier reply to this call. */
  readonly progress?: CallProgress | undefined;
  /** Answers to what that reply asked, by key. */
  readonly answers?: Params;
}

/**
 * The way in which a client has left a call.
 *
 * - `withdrawn`: it has said so
 * - `timedOut`: it has said so, because it would not wait any longer
 * - `streamClosed`: it has closed the stream of the answer over HTTP, as it does at a time-out and when it quits; in some
 *   revisions that is how it withdraws a call
 * - `disconnected`: its connection or its token has ended, or the server closes, which says nothing of the call
 */
export type Departure = 'withdrawn' | 'timedOut' | 'streamClosed' | 'disconnected';

/** The client of a call, which can be reached while the call is open. */
export interface CallClient extends ClientFacts {
  /**
   * Asks on the stream of the call, and resolves with the answer. Absent where questions travel in replies.
   *
   * @throws {TaskError} `aborted` when the signal fires first.
   */
  readonly ask?: (request: InputRequest, signal: AbortSignal) => Promise<unknown>;
  /** Brings the client the news of a reading of the call's task: progress, and its questions if `ask` is there. */
  readonly show: (task: Task) => Promise<void>;
}

/** Everything about a call that is not in its params. */
export interface CallContext {
  readonly caller: Caller;
  readonly protocol: Protocol;
  readonly client: CallClient;
  /** Fires when the client withdraws the call or goes away. */
  readonly signal: AbortSignal;
  /** The way in which it has left, once the signal has fired. */
  readonly departure: () => Departure;
}

/** The reply to a call. */
export type CallReply =
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome; readonly taskId?: string }
  /** It has become a task, which may still run. */
  | {
      readonly kind: 'task';
      readonly task: Task;
      /** The task is that of an earlier equal call. Absent: no. */
      readonly hasJoined?: true;
    }
  /** It did not start, since the client lacks a capability for a required question. */
  | { readonly kind: 'unaskable'; readonly lacking: LackingCapability; readonly message: string }
  /** It goes on when the client repeats it with answers. */
  | {
      readonly kind: 'questions';
      readonly requests: InputRequests;
      readonly progress: CallProgress;
      /** Time in which the client can come back, in milliseconds. */
      readonly lifetimeMs: number;
    };

/** A tool of any kind. A new kind is a file that makes one of these. */
export interface Tool {
  readonly listing: ToolListing;
  /** The tool may ask before a call starts, so any form of reply may take time. */
  readonly asksBeforeStart: boolean;
  /**
   * Carries out a call.
   *
   * @throws {TaskError} As `Tasks` does, and `taskForbidden` or `taskRequired` when the stance does not suit the tool.
   */
  readonly call: (request: CallRequest, context: CallContext) => Promise<CallReply>;
}
