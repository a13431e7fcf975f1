import type { AnswerResults } from '../question/answer-results.js';
import type { AnswerPlace } from '../question/answered-by.js';
import type { AskedTask, QueuePage } from '../question/asked-task.js';
import type { DecidedQuestion, DecidedTask } from '../question/decision.js';
import type { StartPlan } from '../tool/start-plan.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

import type { Protocol } from './protocol.js';
import type { TaskHistory } from './task-history.js';
import type { MessageOutcome, TaskRequest } from './task-message.js';
import type { Task, TaskOrigin } from './task.js';
import type { Owner, Seen, Viewer } from './viewer.js';

export interface CreateTaskRequest {
  readonly tool: ToolDefinition;
  /** The result of the tool's `input.parse`. */
  readonly workflowArguments: readonly unknown[];
  /** The protocol revision of the call. It is kept with the task, for people to read. */
  readonly protocolVersion: string;
  /** Facts of the creating request. Its session is present only if that client will know the task. */
  readonly origin?: TaskOrigin | undefined;
  /** The client's wish, in milliseconds; clamped to the tool's bounds and the namespace's retention. */
  readonly ttlMs?: number | undefined;
  /** Requests with equal key, owner and tool give the same task. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Values that must be equal in all calls with that key. Default: the arguments, in which the owner's claims may
   * change between calls.
   */
  readonly comparedArguments?: readonly unknown[] | undefined;
  /** The call joins an equal one that still runs. Absent, or with an `idempotencyKey`: it joins none. */
  readonly equalCall?: EqualCall | undefined;
  /** The span of the call (W3C Trace Context), kept with the task. Absent: none. */
  readonly traceparent?: string | undefined;
  /** The filled-in start of the call. Absent: all defaults. */
  readonly start?: StartPlan | undefined;
}

export interface EqualCall {
  /** The same for equal calls, in every process. */
  readonly key: string;
  /** The task of the last equal call that has ended, if this process knows it. Saves a search. */
  readonly after?: string | undefined;
}

export interface CreatedTask extends Task {
  /** An earlier call with the same idempotency key, or an equal one, created the task. Absent: no. */
  readonly isRepeat?: true | undefined;
  /**
   * Another call has created it, and the tool lets this call share it. A client that leaves this call does not cancel
   * the task.
   */
  readonly isShared?: true | undefined;
}

export interface WaitOptions<Shown extends Task = Task> {
  /** Ends the wait only; the task keeps running. */
  readonly signal: AbortSignal;
  /** Returns true for a state that ends the wait. It must return true for every closed task. */
  readonly until: (task: Shown) => boolean;
  /**
   * Called with every reading, one at a time, also with unchanged ones. An error that it throws ends the wait, except
   * for `unavailable`, which counts as an outage of Temporal.
   */
  readonly onReading?: ((task: Shown) => void | Promise<void>) | undefined;
  /**
   * Maximum time until the next reading, in milliseconds. Default, also for `undefined`: the task is read only after
   * possible news. Heartbeats of Activities aren't news, so set this to show their progress.
   */
  readonly refreshMs?: ((task: Shown) => number | undefined) | undefined;
}

export interface CancelOptions {
  readonly reason?: string | undefined;
  /** Decides whether the task has already ended. */
  readonly protocol: Protocol;
}

export interface AnswerOptions {
  /**
   * The reading whose questions are answered, as `get` has returned it to this caller. It is used once. Absent, or with
   * another caller's reading: the task is read again.
   */
  readonly asked?: Task | AskedTask | undefined;
  /**
   * Maximum time to wait until the Workflow itself has taken the answers, in milliseconds. From then on, no process
   * shows their questions. Without a Worker, the answers still count. Default: no wait.
   */
  readonly untilTakenMs?: number | undefined;
  /** Time from the question to its answer, in milliseconds. Absent: not known. */
  readonly afterMs?: number | undefined;
  /** Where the person answers. Default: in the viewer's MCP client. */
  readonly answeredIn?: AnswerPlace | undefined;
  /**
   * The versions of the questions that the person has seen, by key. An answer to another version is not sent. Absent:
   * unknown.
   */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

export interface ListOptions {
  /** The cursor of the previous page; absent for the first page. */
  readonly cursor?: string | undefined;
}

export interface ListPage<Item> {
  /** May be empty even if more pages follow. */
  readonly tasks: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

export type TaskPage = ListPage<Task>;

/**
 * The task port: the interface between generations and the tasks. Each call says first who looks (`by`), and shows
 * what they may see. Calls may run concurrently, also in several processes: Temporal holds the truth, and no call
 * depends on an earlier one of the process.
 *
 * Methods reject with a `TaskError`, and name their specific codes. All that ask Temporal may also reject with
 * `unavailable`, `misconfigured` and `internal`.
 */
export interface Tasks {
  /**
   * Starts the execution behind a new task. When it resolves, the task is durable and `get` finds it.
   *
   * @throws {TaskError} `invalidArguments` if the arguments are too large; `idempotencyConflict` if the key was used
   * with other arguments. `workflowIdInUse` if the call's own Workflow ID is taken; its message tells no facts of
   * other owners' executions. `taskExpired` or `taskNotFound` if the key's task with the same arguments has ended
   * long ago.
   */
  create(by: Owner, request: CreateTaskRequest): Promise<CreatedTask>;

  /**
   * Reads a task. Changes no state and needs no Worker. An approver sees the open questions that they may answer. For
   * an approver, an unknown task, their own, one without permission, and one without open questions get the same
   * error.
   *
   * @throws {TaskError} `taskNotFound` if the task is unknown or another owner's; `taskExpired` if it has ended and
   * is no longer kept. An open task never expires.
   */
  get<By extends Viewer>(by: By, taskId: string): Promise<Seen<By>>;

  /**
   * Resolves with the first state of the task for which `until` returns true. Any number of callers may wait for one
   * task. An outage of Temporal of up to a minute does not end the wait.
   *
   * @throws {TaskError} `aborted` if the signal fires first; else as `get`, but without `taskExpired` for a task that
   * was still kept when the wait began.
   * @throws Errors of `onReading`, unchanged.
   */
  waitFor(by: Owner, taskId: string, options: WaitOptions): Promise<Task>;

  /**
   * Asks the execution to stop, and resolves once Temporal has recorded the request: from then on every read,
   * by any process, shows `cancelRequested`.
   *
   * @throws {TaskError} `taskTerminal` when the task has already ended; else as `get`.
   */
  cancel(by: Owner, taskId: string, options: CancelOptions): Promise<Task>;

  /**
   * Answers a task's open input requests, by key. Resolves once Temporal has the answers. The first answer to a key
   * counts; later ones are `tooLate`. So are keys that are not open, or no longer, and all keys of an ended task. If
   * Temporal does not show the order in time, an answer counts as given. The Workflow learns who has answered.
   *
   * @throws {TaskError} `invalidInput` for an answer that does not fit its question or is too large; then none is
   * given and the questions stay open. `taskNotFound` and `taskExpired` as `get`. `taskNotFound` for an approver also
   * if no key is still open.
   */
  answer(
    by: Viewer,
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
    options?: AnswerOptions,
  ): Promise<AnswerResults>;

  /**
   * Sends a message to the Workflow behind a task, or asks for its reply. Each call sends a new message, except for
   * an Update with a known ID.
   *
   * @throws {TaskError} For a message and its result: `taskNotFound` if the task is unknown, another owner's,
   * expired, or of another Workflow Type; `taskTerminal` if it has ended, except for a Query. `misconfigured` without
   * such a Query; `invalidInput` without such an Update. `aborted` if the signal fires first: an Update may have been
   * sent.
   * @throws {TaskError} For the returned value: as `get`; `taskNotFound` also without a value.
   * @throws {TaskError} For a client's task: `invalidInput` if the question takes no such tasks (`takesClientTask`),
   * or the ID is longer than 1,024 characters; else as `get`.
   */
  send(by: Owner, taskId: string, request: TaskRequest): Promise<MessageOutcome>;

  /**
   * Lists a page of tasks: running ones first, then closed ones, each newest first. Lists lag behind by up to a second;
   * each task is read now.
   *
   * @throws {TaskError} `invalidCursor` for a cursor that this server did not issue to this owner; `busy` when too
   * many lists run.
   */
  list(by: Owner, options?: ListOptions): Promise<TaskPage>;

  /**
   * Finds the open questions that a person may answer, in all of the roles: in one search, with at most six calls to
   * Temporal besides reads of tasks with declared questions. Questions lag behind by up to a second.
   *
   * @param as The roles of one person.
   * @throws {TaskError} As `list`.
   */
  listQueue(as: readonly Viewer[], options?: ListOptions): Promise<QueuePage>;

  /**
   * Lists tasks with what was decided about their questions: an owner gets a page of their tasks as in `list`, an
   * approver the newest running tasks, on one page. Tasks without a decision have none in their list. One look at
   * 500 events of each history; a history that cannot be read now shows no decisions.
   *
   * @throws {TaskError} As `list`.
   */
  listDecided(by: Viewer, options?: ListOptions): Promise<ListPage<DecidedTask>>;

  /**
   * Reads from the history what became of a question, also of an ended task. An approver sees questions to people,
   * of tasks that the current tools let them answer.
   *
   * @throws {TaskError} `taskNotFound` and `taskExpired` as `get`; `taskNotFound` for an approver after the expiry.
   */
  readDecision(by: Viewer, taskId: string, key: string): Promise<DecidedQuestion>;

  /**
   * Reads what has happened in a task: 500 events of its engine, the oldest first, without the values that its steps
   * took and gave. Texts of failures are there only if the tool shows them (`showActivityFailures`). Changes no state
   * and needs no Worker.
   *
   * @throws {TaskError} `invalidCursor` for a cursor of another task or owner; `unavailable` also if the history takes
   * more than 5 seconds; else as `get`.
   */
  history(by: Owner, taskId: string, options?: ListOptions): Promise<TaskHistory>;
}
