import type { Claims } from '../person/claims.js';
import type { Owner } from '../person/owner.js';
import type { Protocol } from '../protocol.js';
import type { FirstAnswerQuery, AnswerResults, PastQuestion } from '../question/answer-results.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

import type { StartPlan } from './start-definition.js';
import type { MessageOutcome, TaskRequest } from './task-message.js';
import type { Task, TaskOrigin } from './task.js';
import type { Answerer, Approver, Configuration, Seen, Viewer } from './viewer.js';

export type { Owner } from '../person/owner.js';

/** What is to be started, for whom, and what the client asked for. */
export interface CreateTaskRequest {
  readonly tool: ToolDefinition;
  /** As the tool's `parseInput` returned them. */
  readonly workflowArguments: readonly unknown[];
  readonly owner: Owner;
  /** What the Workflow is told of the owner besides the name. Absent: nothing. */
  readonly workflowClaims?: Claims | undefined;
  /** The protocol revision of the call. It is kept with the task, for people to read. */
  readonly protocolVersion: string;
  /** Its session is that of a client which gets to know the task. */
  readonly origin?: TaskOrigin;
  /** What the client asked for, in milliseconds; clamped to the tool's bounds and the namespace's retention. */
  readonly ttlMs?: number;
  /** The same key, owner and tool give the same task instead of a second one. */
  readonly idempotencyKey?: string;
  /** Whether the same call, made again, may get another key, so that it could do the work twice. Absent: no. */
  readonly isNumbered?: true;
  /**
   * What has to be the same in all calls with that key. Default: the arguments. What these hold of the owner's claims may
   * be other things by now.
   */
  readonly comparedArguments?: readonly unknown[];
  /** The span of the call (W3C Trace Context), kept with the task. Absent: none. */
  readonly traceparent?: string;
  /** What the tool's `start` makes of this call. Absent: it says nothing. */
  readonly start?: StartPlan;
}

/** What a start led to. */
export interface CreatedTask extends Task {
  /** Whether it was there before: an earlier call with the same idempotency key created it. Absent: no. */
  readonly isRepeat?: true;
  /** Whether another call has created it, and this one shares it, as its tool says: to leave the call leaves it alone. */
  readonly isShared?: true;
}

/** When a wait ends. */
export interface WaitOptions {
  /** Ends the wait, and nothing else: the task goes on. */
  readonly signal: AbortSignal;
  /** Which state ends the wait. It must hold for every closed task. */
  readonly until: (task: Task) => boolean;
  /**
   * Called with every reading, from the first to the last, one at a time. Some show no change. What it throws ends the
   * wait, except for `unavailable`: that counts as an outage of Temporal.
   */
  readonly onReading?: (task: Task) => void | Promise<void>;
  /**
   * After how long the task is read again although nothing seems to have happened, in milliseconds. Default, and for
   * `undefined`: not before something may have happened. Heartbeats of Activities are not noticed, so whoever shows
   * their progress has to set it.
   */
  readonly refreshMs?: (task: Task) => number | undefined;
  /** Whether no client has asked for this wait: its stream shows all tasks of its session. Default: false. */
  readonly isStanding?: boolean;
}

/** What to do with news of an owner's tasks. */
export interface WatchOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Which tasks are watched. One that comes to concern the caller later is, after some seconds. Default: all. */
  readonly concerns?: (task: Task) => boolean;
  /** Called with every reading of every such task that is open, and with the last one of each that closes. */
  readonly onReading?: (task: Task) => void | Promise<void>;
  /** Called when `listClosed` may have more. It says nothing of what has closed. */
  readonly onClosed?: () => void;
}

/** Why a task is cancelled, and how its client reads statuses. */
export interface CancelOptions {
  readonly reason?: string;
  /** Whose idea of "already ended" decides whether there is anything to cancel. */
  readonly protocol: Protocol;
}

/** Which page of a list. */
export interface ListOptions {
  /** As returned by the page before; absent for the first page. */
  readonly cursor?: string;
  /** Whether only open tasks are listed, all on one page: 200 of a namespace at most. Default: false. */
  readonly isOpen?: true;
}

/** Which executions, by when they have closed: in milliseconds since the epoch. */
export interface ClosedQuery {
  /** The first instant that counts. */
  readonly fromMs: number;
  /** The first one that does not count any more. */
  readonly untilMs: number;
}

/** An execution that has closed, as a list has it. Whether its task has ended so, reading the task tells. */
export interface ClosedExecution {
  readonly taskId: string;
  /** Milliseconds since the epoch. */
  readonly closedAtMs: number;
}

/** What has closed in a while. */
export interface ClosedPage {
  /** Oldest first. */
  readonly executions: readonly ClosedExecution[];
  /** Up to here nothing is missing that was listed yet. Less than was asked for where there was too much. */
  readonly untilMs: number;
  /** Since when what has closed is kept, in milliseconds since the epoch. Absent: that is not known. */
  readonly keptSinceMs?: number;
}

/** One page of a list. */
export interface Page<Item> {
  /** It may be empty although there are more. */
  readonly tasks: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** One page of tasks. */
export type TaskPage = Page<Task>;

/**
 * The task port: all that a binding needs of the thing that runs tasks. Each call says who looks, and shows them what they
 * may see. Safe to call concurrently, also from several processes: the truth is Temporal's, and no call needs an earlier
 * one of the same process.
 *
 * Methods reject with a `TaskError`. Each names the codes that are its own. Those that ask Temporal may also reject
 * with `unavailable`, `misconfigured` and `internal`.
 */
export interface Tasks {
  /**
   * Starts the execution behind a new task. When it resolves, the task is durable and `get` finds it.
   *
   * @throws {TaskError} `invalidArguments` when the arguments are larger than the server takes;
   * `idempotencyConflict` when the key was used with other arguments; `workflowIdInUse` when the call's own Workflow ID
   * cannot be had, in words that tell of nobody else's executions; `taskExpired` or `taskNotFound` when it was
   * used with the same ones, and the task of that call has ended long ago.
   */
  create(request: CreateTaskRequest): Promise<CreatedTask>;

  /**
   * Reads a task. Changes nothing, and needs no Worker. An approver sees its open questions that they may answer: a task
   * that is unknown, their own, of a tool that has no such approver, or that asks nothing any more, is the same.
   *
   * @throws {TaskError} `taskNotFound` when the task is unknown or another owner's; `taskExpired` when it has ended and is
   * kept no longer. An open task never expires.
   */
  get<By extends Viewer>(taskId: string, viewer: By): Promise<Seen<By>>;

  /**
   * Resolves with the first state of the task for which `until` holds. Any number of callers may wait for one task.
   * An outage of Temporal of up to a minute does not end the wait.
   *
   * @throws {TaskError} `aborted` when the signal fires first; else as `get`, but no `taskExpired` for a task that was
   * still kept when the wait began.
   * @throws What `onReading` throws, as it is.
   */
  waitFor(taskId: string, owner: Owner, options: WaitOptions): Promise<Task>;

  /**
   * Watches the tasks of an owner until the signal fires. Then it resolves; it never rejects. Open tasks that other
   * processes start meanwhile are included after some seconds.
   */
  watch(owner: Owner, options: WatchOptions): Promise<void>;

  /**
   * Asks the execution to stop, and resolves once Temporal has recorded the request: from then on every read,
   * by any process, shows `cancelRequested`.
   *
   * @throws {TaskError} `taskTerminal` when the task has already ended; else as `get`.
   */
  cancel(taskId: string, owner: Owner, options: CancelOptions): Promise<Task>;

  /**
   * Gives answers to a task's open input requests, by key. Resolves once Temporal has them; the first answer to a
   * key counts, and the others are `tooLate`. So are keys that are not open (any more), and all of them when the task has
   * ended. Where Temporal does not show in time which came first, an answer is taken for given. The Workflow is told who
   * has answered.
   *
   * @throws {TaskError} `invalidInput` when an answer does not fit its question or is too large; none of them is
   * given then, and the questions stay open. `taskNotFound` and `taskExpired` as `get`; `taskNotFound` for an approver also
   * when none of the keys is open any more.
   */
  answer(
    taskId: string,
    by: Answerer,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults>;

  /**
   * Sends a message to the Workflow behind a task, or asks what it has said. Each call sends a message anew, but an Update
   * with an ID that was there before.
   *
   * @throws {TaskError} Of a message and the result of one: `taskNotFound` when the task is unknown, another owner's,
   * expired, or of another Workflow Type; `taskTerminal` when it has ended, which a Query does not mind; `misconfigured`
   * when the Workflow has no such Query; `invalidInput` when there is no such Update; `aborted` when the signal fires
   * first: then an Update may have been sent.
   * @throws {TaskError} Of what it has returned, as `get`; `taskNotFound` also when it has not returned anything.
   * @throws {TaskError} Of a client's task: `invalidInput` when the question takes no such tasks (`takesClientTask`), or the
   * ID is longer than 1,024 characters; else as `get`.
   */
  send(taskId: string, owner: Owner, request: TaskRequest): Promise<MessageOutcome>;

  /**
   * One page of tasks: an owner's newest first as Temporal sorts them, running ones, then closed ones. An approver has
   * tasks that ask. The configuration has open ones alone, 500 of a namespace at most. Lists trail the truth by up to
   * a second; each task is read now.
   *
   * @throws {TaskError} `invalidCursor` when the cursor is not one that this server issued to this viewer; `busy` when
   * too many lists are being asked for.
   */
  list<By extends Viewer>(viewer: By, options?: ListOptions): Promise<Page<Seen<By>>>;

  /**
   * The executions that have closed in a while, as far as lists have them: those trail the truth by up to a second. Some of
   * the configuration's may turn out to be no tasks.
   *
   * @throws {TaskError} `busy` when too many lists are being asked for.
   */
  listClosed(viewer: Owner | Configuration, query: ClosedQuery): Promise<ClosedPage>;

  /**
   * Reads from the history what became of a question that is not open any more. No `first`: the history shows no answer within
   * 500 events, or cannot be read. The caller has to know that the question was shown to an approver.
   *
   * @throws {TaskError} `taskNotFound` and `taskExpired` as `get`.
   */
  readPast(
    taskId: string,
    viewer: Owner | Approver,
    query: FirstAnswerQuery,
  ): Promise<PastQuestion>;
}
