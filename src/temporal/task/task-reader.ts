import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/contract.js';
import type { InputRequest } from '../../core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { quoteQuestion } from '../../core/question/unasked-note.js';
import { parseTaskId } from '../../core/task/task-id.js';
import { isExpired } from '../../core/task/task.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { toJson } from '../../core/value/exact-json.js';
import type { ReadActivity } from '../activity/read-activity.js';
import type { TaskOfQuestions } from '../declared/answered-questions.js';
import { describeActivity } from '../describe/describe-activity.js';
import {
  type DescribedExecution,
  META_MEMO,
  toMessagedType,
} from '../describe/describe-execution.js';
import { findExecution } from '../describe/find-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';
import { readTaskSummary } from '../describe/task-summary.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { toUnreadableError, type UnreadablePayload } from '../link/unreadable-payload.js';
import { noteUnasked } from '../read/note-unasked.js';
import { readCancelRequested } from '../read/read-cancel-requested.js';
import { endedWith, readOutcome } from '../read/read-outcome.js';
import { type TemporalTask, toTask } from '../read/to-task.js';

import type { Adoption } from './adoption.js';
import {
  type DescribedTask,
  OpenTaskReader,
  type OpenTaskReaderOptions,
} from './open-task-reader.js';
import { refuseEvenly } from './refuse-evenly.js';
import type { Access } from './task-access.js';

/** Maximum number of ended tasks that are kept, and of bytes of their results. */
const MAX_ENDED = 10_000;
const MAX_ENDED_BYTES = 16 * 1024 * 1024;
/** Approximate size of an ended task without its result, in bytes. */
const OVERHEAD_BYTES = 1_024;

/** Maximum number of just started tasks, and the time for which their first reading is kept, in milliseconds. */
const MAX_STARTED = 10_000;
const STARTED_MS = 1_000;

export interface TaskReaderOptions extends OpenTaskReaderOptions {
  /** Absent: no execution is adopted. */
  readonly adoption?: Adoption | undefined;
  readonly firstRuns: FirstRuns;
  readonly access: Access;
}

export interface ReadOptions {
  /** Reads expired tasks, too. Default: false. */
  readonly evenExpired?: boolean | undefined;
  /** The Activity behind the task, as a long poll has just shown it. Absent: it is described. */
  readonly activity?: ReadActivity | undefined;
}

/** What is read. Default: the current run, as the service shows it now. */
interface ReadAt {
  readonly runId?: string | undefined;
  readonly activity?: ReadActivity | undefined;
}

function hasContinued({ raw }: DescribedExecution): boolean {
  const { WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW: continued } = WorkflowExecutionStatus;
  return raw.workflowExecutionInfo?.status === continued;
}

/**
 * Returns the error of a task whose memo cannot be read. If only this memo is affected, lists and repeated calls
 * continue as if the task were gone.
 */
function toUnreadableTask(taskId: string, unreadable: UnreadablePayload): TaskError {
  const error = toUnreadableError(`${META_MEMO} of task ${taskId}`, unreadable);
  const { message, cause } = error;
  return unreadable.isAlone ? new TaskError(TaskErrorCode.taskNotFound, message, { cause }) : error;
}

/** Returns true if another execution may get the ID later. Generated IDs are used once only. */
function isReusable(taskId: string): boolean {
  return parseTaskId(taskId) === undefined;
}

/**
 * Reads tasks. Each read describes the ID's current run, since a reset, a deletion or another start may change what the ID means. Concurrent reads share one describe. The end of a run is read once.
 */
export class TaskReader {
  readonly #calls: TemporalCalls;
  readonly #access: Access;
  readonly #adoption: Adoption | undefined;
  readonly #tools: ToolCatalog;
  readonly #logger: Logger;
  /** Reads under way, by task and then by owner. */
  readonly #inFlight = new Map<string, Map<string, Promise<TemporalTask>>>();
  /** Ended tasks by the IDs of their runs. The end of a run never changes. */
  readonly #ended = new LRUCache<string, TemporalTask>({
    max: MAX_ENDED,
    maxSize: MAX_ENDED_BYTES,
    sizeCalculation: ({ outcome }) => OVERHEAD_BYTES + toJson(outcome ?? null).length,
  });
  /** Tasks that this process has just started, and that have had no news since. */
  readonly #started = new LRUCache<string, { readonly task: TemporalTask; readonly owner: string }>(
    { max: MAX_STARTED, ttl: STARTED_MS },
  );
  readonly #firstRuns: FirstRuns;
  /** Reads open tasks, without access checks. */
  readonly open: OpenTaskReader;

  constructor(
    calls: TemporalCalls,
    { tools, adoption, firstRuns, access, ...options }: TaskReaderOptions,
  ) {
    this.#calls = calls;
    this.#firstRuns = firstRuns;
    this.#access = access;
    this.#adoption = adoption;
    this.#tools = tools;
    this.#logger = options.logger;
    this.open = new OpenTaskReader(calls, { tools, ...options });
  }

  /**
   * @throws {TaskError} `taskNotFound` for an ID that is malformed, unknown, foreign, or of a Workflow that this server
   * neither started nor adopts; `taskExpired` for a task that has ended and is not kept any longer.
   */
  async read(
    taskId: string,
    owner: string,
    { evenExpired = false, activity }: ReadOptions = {},
  ): Promise<TemporalTask> {
    // A foreign ID is refused without a request, as fast as a malformed one.
    if (!this.#access.mayLook(taskId, owner)) throw taskNotFound();
    const task = await (activity
      ? this.#readNow(taskId, owner, { activity })
      : this.#readShared(taskId, owner));
    if (!evenExpired && isExpired(task, Date.now())) {
      throw new TaskError(
        TaskErrorCode.taskExpired,
        `Task has expired: it ended at ${task.lastUpdatedAt}, and its result is no longer kept.`,
      );
    }
    return task;
  }

  async #readShared(taskId: string, owner: string): Promise<TemporalTask> {
    const readings = this.#inFlight.get(taskId) ?? new Map<string, Promise<TemporalTask>>();
    const running = readings.get(owner);
    if (running) return running;
    const reading = this.#readNow(taskId, owner).finally(() => {
      readings.delete(owner);
      if (readings.size === 0 && this.#inFlight.get(taskId) === readings) {
        this.#inFlight.delete(taskId);
      }
    });
    this.#inFlight.set(taskId, readings.set(owner, reading));
    return reading;
  }

  /**
   * Keeps a task that this process has just started as the first reading of its wait. Tasks whose state is read from
   * their executions, and tasks whose IDs may pass on, are always read.
   */
  rememberStarted(task: TemporalTask, owner: string): void {
    const { status = [], progress = [], questions } = this.#tools.get(task.toolName) ?? {};
    const isPublished = [status, progress, questions?.declared ?? []].flat().length === 0;
    if (isPublished && !isReusable(task.taskId)) this.#started.set(task.taskId, { task, owner });
  }

  /** The owner's task if this process started it in the last second, and it has had no news since. */
  startedTask(taskId: string, owner: string): TemporalTask | undefined {
    const started = this.#started.get(taskId);
    return started?.owner === owner ? started.task : undefined;
  }

  /** Hides answered questions, although the Workflow may not have taken the answers yet. */
  rememberAnswered(task: TaskOfQuestions, keys: readonly string[]): void {
    this.open.answered.remember(task, keys);
    this.forgetReadsUnderWay(task.taskId);
  }

  /** Hides a question for a while, after its owner has put it aside. */
  rememberDismissed(task: TaskOfQuestions, key: string): void {
    this.open.answered.dismiss(task, key);
    this.forgetReadsUnderWay(task.taskId);
  }

  /** Notes questions that no client could show, so that the result of their task says so. */
  rememberUnasked(task: TaskOfQuestions, questions: readonly InputRequest[]): void {
    this.open.answered.rememberUnasked(task, questions.map(quoteQuestion));
  }

  expectNews(taskId: string): void {
    this.open.expectNews(taskId);
    this.forgetReadsUnderWay(taskId);
  }

  /** Reads a task after a possible change: another person may have answered, or the Workflow may have gone on. */
  async readAfterNews(taskId: string, owner: string): Promise<TemporalTask> {
    this.expectNews(taskId);
    return this.read(taskId, owner);
  }

  /**
   * Reads the end of a task's run after its Workflow ID has passed to another execution.
   *
   * @throws {TaskError} `taskNotFound` if that run was deleted, or has continued as another one.
   */
  async readEnd({ taskId, runId }: TemporalTask, owner: string): Promise<TemporalTask> {
    if (runId === undefined) throw taskNotFound();
    const task = await this.#readNow(taskId, owner, { runId });
    if (!task.outcome) throw taskNotFound();
    return task;
  }

  /** Keeps later callers from sharing a read that began before this process changed the task. */
  forgetReadsUnderWay(taskId: string): void {
    this.#inFlight.delete(taskId);
    this.#started.delete(taskId);
  }

  /**
   * Describes the execution behind the owner's task. Unless the description says that it may be the owner's, there is no
   * second read, so that a foreign task takes no longer than an unknown one.
   */
  async #readOwned(
    taskId: string,
    owner: string,
    { runId, activity }: ReadAt,
  ): Promise<{ readonly execution: DescribedExecution; readonly meta: TaskMeta }> {
    const sinceMs = performance.now();
    const execution = activity
      ? await describeActivity(this.#calls, taskId, activity)
      : await findExecution(this.#calls, taskId, runId);
    const mayBeOwned = execution && this.#access.mayBeOwned(taskId, execution, owner);
    const adopting =
      execution && isReusable(taskId)
        ? this.#adoption?.findTool(taskId, owner, execution)
        : undefined;
    if (!execution || !(mayBeOwned || adopting)) return refuseEvenly(sinceMs);
    const start = await this.#firstRuns.readStart(taskId, execution);
    if (this.#access.isOwned(taskId, start.meta, owner)) return { execution, meta: start.meta };
    const { unreadableMeta } = execution;
    if (mayBeOwned && unreadableMeta) throw toUnreadableTask(taskId, unreadableMeta);
    if (!adopting || !this.#adoption || start.isTask) return refuseEvenly(sinceMs);
    return { execution, meta: this.#adoption.toMeta(adopting, owner, start) };
  }

  async #readNow(taskId: string, owner: string, at: ReadAt = {}): Promise<TemporalTask> {
    const { execution, meta } = await this.#readOwned(taskId, owner, at);
    if (at.runId !== undefined && hasContinued(execution)) throw taskNotFound();
    const runId = isReusable(taskId) ? execution.runId : undefined;
    const ended = this.#ended.get(execution.runId);
    if (ended) return ended;
    const cancelRequested = await readCancelRequested(taskId, execution, this.#firstRuns);
    const tool = this.#tools.get(meta.toolName);
    const summary = await readTaskSummary(this.#calls, { taskId, execution, meta }, tool);
    const described = { taskId, execution, meta, runId, cancelRequested, summary };
    return execution.isOpen ? this.open.read(described) : this.#readEnded(described);
  }

  async #readEnded(described: DescribedTask): Promise<TemporalTask> {
    const { taskId, execution, meta, runId, cancelRequested, summary } = described;
    const { toolName, createdAt } = meta;
    const tool = this.#tools.get(toolName);
    const nowMs = Date.now();
    const scope = await this.open.callScope.read(tool, described);
    const mapped = await readOutcome(
      this.#calls,
      { taskId, runId: execution.runId, activity: execution.activity },
      { toolName, tool, scope, logger: this.#logger },
    );
    const unasked = this.open.answered.unaskedOf({ taskId, createdAt });
    const outcome = await noteUnasked(mapped, unasked, { toolName, tool });
    const ending = endedWith(outcome);
    // Work that a cancellation has not stopped says so by its memo.
    const isLate = cancelRequested && ending.phase === 'succeeded';
    const left = isLate ? await this.open.readMemoStatus(described, scope) : undefined;
    const task = toTask(taskId, meta, {
      ...ending,
      statusMessage: ending.statusMessage ?? left,
      nowMs,
      workflowType: toMessagedType(execution),
      runId,
      summary,
      cancelRequested,
      lastUpdatedAt: execution.closedAt,
    });
    // A later read may find the value.
    if (outcome.kind !== 'result' || outcome.isUnread !== true) {
      this.#ended.set(execution.runId, task);
    }
    return task;
  }
}
