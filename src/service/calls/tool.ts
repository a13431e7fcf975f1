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

/** Progress of a call that its client repeats with answers, if questions travel in replies. */
export type CallProgress =
  | {
      readonly phase: 'beforeStart';
      /** Names this call, which starts once for any number of repetitions. */
      readonly callId: string;
      /** The answers so far, by key. */
      readonly answers: Params;
      /** The keys of the asked questions. Answers with other keys are ignored. */
      readonly asked: readonly string[];
    }
  | {
      readonly phase: 'running';
      readonly taskId: string;
      /** The call's part in the work. Absent: the call has started it, and no other call shares it. */
      readonly isRepeat?: boolean;
      readonly isShared?: boolean;
    };

export interface CallRequest extends BasicToolCall {
  readonly stance: TaskStance;
  /** Time for which the client wants to read the task, in milliseconds. */
  readonly ttlMs?: number;
  /** State of an earlier reply to this call. */
  readonly progress?: CallProgress | undefined;
  /** Answers to the questions of that reply, by key. */
  readonly answers?: Params;
}

/** The server can reach it while the call is open. */
export interface CallClient extends ClientFacts {
  /**
   * Asks on the stream of the call, and resolves with the answer. Absent if questions travel in replies.
   *
   * @throws {TaskError} `aborted` when the signal fires first.
   */
  readonly ask?: (request: InputRequest, signal: AbortSignal) => Promise<unknown>;
  /** Sends the client the news in a reading of the call's task: progress, and questions if `ask` is present. */
  readonly show: (task: Task) => Promise<void>;
}

/** Everything about a call that is not in its params. */
export interface CallContext {
  readonly caller: Caller;
  readonly protocol: Protocol;
  readonly client: CallClient;
  /** Fires when the client withdraws the call or goes away. */
  readonly signal: AbortSignal;
  /**
   * Returns true if the client has cancelled the call on purpose, once the signal has fired. A time-out, a closed
   * stream, the end of the connection or of the token, and a closing server say nothing about the call.
   */
  readonly isWithdrawn: () => boolean;
}

export type CallReply =
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome; readonly taskId?: string }
  /** The call has become a task, which may still run. */
  | {
      readonly kind: 'task';
      readonly task: Task;
      /** The task belongs to an earlier equal call. Absent: a new task. */
      readonly hasJoined?: true;
    }
  /** The call did not start, since the client lacks a capability for a required question. */
  | { readonly kind: 'unaskable'; readonly lacking: LackingCapability; readonly message: string }
  /** The call goes on when the client repeats it with answers. */
  | {
      readonly kind: 'questions';
      readonly requests: InputRequests;
      readonly progress: CallProgress;
      /** Time for the client to repeat the call, in milliseconds. */
      readonly lifetimeMs: number;
    };

/** A tool of any kind. To add a kind, write a file that makes these. */
export interface Tool {
  readonly listing: ToolListing;
  /** The tool may ask before a call starts. Then a reply of any form may take time. */
  readonly asksBeforeStart: boolean;
  /**
   * Carries out a call.
   *
   * @throws {TaskError} The errors of `Tasks`. `taskForbidden` or `taskRequired` if the stance does not suit the tool.
   */
  readonly call: (request: CallRequest, context: CallContext) => Promise<CallReply>;
}
