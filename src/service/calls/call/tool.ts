import type { InputRequests } from '../../../core/contract/input-request.js';
import type { LackingCapability } from '../../../core/question/askable.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import type { ToolListing } from '../../../core/tool/tool-definition.js';
import type { TaskOutcome, ToolResult } from '../../../core/tool/tool-result.js';
import type { BasicToolCall, Params } from '../../../core/value/request-params.js';

/**
 * The client's wish for a task instead of a result, by its call or its declared capabilities.
 *
 * - `asksFor`: it accepts only a task
 * - `takes`: the server may answer with a task
 * - `declines`: its revision has tasks, but it does not accept one
 * - `knowsNone`: its revision has no tasks
 */
export type TaskStance = 'asksFor' | 'takes' | 'declines' | 'knowsNone';

/** The number of a client's answers that did not fit, by the question's key. A question without one is left out. */
export type Misfits = Readonly<Record<string, number>>;

/** Counts another answer that did not fit for each of these questions. */
export function countMisfits(misfits: Misfits, keys: readonly string[]): Misfits {
  return { ...misfits, ...Object.fromEntries(keys.map((key) => [key, (misfits[key] ?? 0) + 1])) };
}

/** The versions of questions, by key. */
export type QuestionVersions = Readonly<Record<string, string>>;

/** An answer, and the version of its question that the person has seen. It answers no other version. */
export interface StartAnswer {
  /** Absent: unknown, since an older server has asked. */
  readonly version?: string | undefined;
  readonly response: unknown;
}

/** The answers so far, by key. */
export type StartAnswers = Readonly<Record<string, StartAnswer>>;

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
      /** Of the asked and the answered questions. Absent: an older server has asked. */
      readonly versions?: QuestionVersions | undefined;
      /** Absent: none. */
      readonly misfits?: Misfits | undefined;
    }
  | {
      readonly phase: 'running';
      readonly taskId: string;
      /** When the reply asked, in milliseconds since the epoch. Absent: unknown, since an older server has asked. */
      readonly askedAtMs?: number | undefined;
      /** The call's part in the work. Absent: the call has started it, and no other call shares it. */
      readonly isRepeat?: boolean | undefined;
      readonly isShared?: boolean | undefined;
      /** Absent: none. */
      readonly misfits?: Misfits | undefined;
    };

export interface CallRequest extends BasicToolCall {
  readonly stance: TaskStance;
  /** Time for which the client wants to read the task, in milliseconds. */
  readonly ttlMs?: number | undefined;
  /** State of an earlier reply to this call. */
  readonly progress?: CallProgress | undefined;
  /** Answers to the questions of that reply, by key. */
  readonly answers?: Params | undefined;
}

/** The end of a plain call, or of a read of its task by a tool. */
export type CallOutcome = Exclude<TaskOutcome, { readonly kind: 'cancelled' }>;

export type CallReply =
  /** With the ID of its task, if the call has one. */
  | { readonly kind: 'ended'; readonly outcome: CallOutcome; readonly taskId?: string | undefined }
  /** The call has become a task, which may still run. */
  | {
      readonly kind: 'task';
      readonly task: Task;
      /** The task belongs to an earlier equal call. Absent: a new task. */
      readonly hasJoined?: true | undefined;
      /** What the model is told while the task runs: by its tool, of an earlier call, of people who answer. Absent: nothing. */
      readonly toModel?: string | undefined;
    }
  /** The call did not start, since the client lacks a capability for a required question. */
  | { readonly kind: 'unaskable'; readonly lacking: LackingCapability; readonly message: string }
  /** The call continues when the client repeats it with answers. */
  | {
      readonly kind: 'questions';
      readonly requests: InputRequests;
      readonly progress: CallProgress;
      /** Time for the client to repeat the call, in milliseconds. */
      readonly lifetimeMs: number;
    };

export function endedCall(result: ToolResult, taskId?: string): CallReply {
  return { kind: 'ended', outcome: { kind: 'result', result }, taskId };
}

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
  readonly call: (exchange: Exchange, request: CallRequest) => Promise<CallReply>;
}
