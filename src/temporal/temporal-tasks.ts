import { once } from 'node:events';

import { TaskError, TaskErrorCode } from '../core/errors.js';
import { type Logger, silentLogger } from '../core/logger.js';
import { type ToldIdentity, toTold } from '../core/person/to-principal.js';
import type {
  FirstAnswer,
  FirstAnswerQuery,
  AnswerResults,
} from '../core/question/answer-results.js';
import type { Approvals } from '../core/question/approvals.js';
import type { MessageOutcome, TaskMessage, UpdateQuery } from '../core/task/task-message.js';
import type { Task } from '../core/task/task.js';
import type {
  CancelOptions,
  ClosedPage,
  ClosedQuery,
  CreatedTask,
  CreateTaskRequest,
  KeptClientTask,
  ListOptions,
  Owner,
  AnswersTakenOptions,
  TaskPage,
  WaitOptions,
  WatchAllOptions,
  WatchClosedOptions,
} from '../core/task/tasks.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';
import { ARGUMENT_BOUNDS } from '../core/value/json-bounds.js';

import { answerTask, untilAnswersTaken } from './act/answer-task.js';
import { TaskCanceller } from './act/cancel-task.js';
import { readFirstAnswer, toFirstAnswer } from './act/first-answer.js';
import { keepClientTask } from './act/keep-client-task.js';
import { type MessageDependencies, messageTask, readUpdate } from './act/message-task.js';
import { NO_APPROVALS, TemporalApprovals } from './approve/temporal-approvals.js';
import { TemporalCalls } from './link/temporal-calls.js';
import { ClosedExecutions } from './list/closed-executions.js';
import { TaskLister } from './list/list-tasks.js';
import { OpenExecutions } from './list/open-executions.js';
import { AdoptedRows, startedRows } from './list/owned-rows.js';
import { needsOwnerAttribute } from './list/owner-attribute.js';
import { NamespaceRetention } from './namespace-retention.js';
import { mayHave, type NamespaceTasks, type TasksWithApprovals } from './namespace-tasks.js';
import { describeExecution } from './read/describe-execution.js';
import { FirstRuns, readChainMeta } from './read/first-runs.js';
import { readReturned } from './read/read-returned.js';
import { OpenTaskLimit } from './start/open-task-limit.js';
import type { StartedTask } from './start/planned-task.js';
import { startTask } from './start/start-task.js';
import { TaskIdRing } from './start/task-id-ring.js';
import { Adoption } from './task/adoption.js';
import { TaskReader } from './task/task-reader.js';
import { waitForTask } from './task/wait-for-task.js';
import type { TemporalTasksOptions } from './temporal-tasks-options.js';
import { OwnerWatcher } from './watch/owner-watcher.js';
import { TaskWatcher } from './watch/task-watcher.js';

const DEFAULT_CALL_DEADLINE_MS = 10_000;
const DEFAULT_LONG_POLLS = 800;
const DEFAULT_LOOKS_PER_SECOND = 100;
const DEFAULT_PAGE_SIZE = 50;
const DEFAULT_VISIBILITY_CALLS_PER_SECOND = 8;

/**
 * Tasks that are Temporal Workflow Executions.
 *
 * It keeps nothing that another process would need. Its caches are bounded, and hold what cannot change any more
 * (closed tasks, whether a closed run was cancelled) or helps for seconds (what was just started or answered).
 *
 * @throws {RangeError} When a secret is shorter than 32 bytes, or there are too many.
 */
export function createTemporalTasks(options: TemporalTasksOptions): TasksWithApprovals {
  return new TemporalTasks(options);
}

/**
 * The same, as one namespace of several.
 *
 * @throws {RangeError} As {@link createTemporalTasks}.
 */
export function createNamespaceTasks(options: TemporalTasksOptions): NamespaceTasks {
  return new TemporalTasks(options);
}

class TemporalTasks implements NamespaceTasks {
  readonly approvals: Approvals;
  readonly #tools: ToolCatalog;
  readonly #calls: TemporalCalls;
  readonly #ids: TaskIdRing;
  readonly #reader: TaskReader;
  readonly #watcher: TaskWatcher;
  readonly #canceller: TaskCanceller;
  readonly #lister: TaskLister;
  readonly #closed: ClosedExecutions;
  readonly #open: OpenExecutions;
  readonly #owners: OwnerWatcher;
  readonly #retention: NamespaceRetention;
  readonly #maxArgumentBytes: number;
  readonly #openTasks: OpenTaskLimit | undefined;

  constructor(options: TemporalTasksOptions) {
    const { client, tools, secret, previousSecrets, logger = silentLogger } = options;
    this.#tools = tools;
    this.#maxArgumentBytes = Math.min(
      options.maxArgumentBytes ?? Infinity,
      ARGUMENT_BOUNDS.maxBytes,
    );
    this.#ids = new TaskIdRing(secret, previousSecrets);
    this.#calls = new TemporalCalls(client, options.callDeadlineMs ?? DEFAULT_CALL_DEADLINE_MS);
    const adoption = new Adoption(this.#calls, this.#ids, tools);
    this.#retention = new NamespaceRetention(this.#calls, logger);
    const firstRuns = new FirstRuns(this.#calls);
    const reading = { ids: this.#ids, tools, firstRuns };
    const { inbox } = options;
    this.#reader = new TaskReader(this.#calls, { ...reading, adoption, inbox, logger });
    this.#watcher = new TaskWatcher(options.pollClient ?? client, {
      maxPolls: options.longPolls ?? DEFAULT_LONG_POLLS,
      looksPerSecond: options.looksPerSecond ?? DEFAULT_LOOKS_PER_SECOND,
      onNews: (taskId) => {
        this.#reader.forgetReadsUnderWay(taskId);
      },
    });
    this.approvals = options.sealer
      ? new TemporalApprovals({ ...reading, sealer: options.sealer, answering: this.#messaging() })
      : NO_APPROVALS;
    this.#canceller = new TaskCanceller({ ...this.#messaging(), tools });
    this.#lister = new TaskLister(
      this.#calls,
      { ids: this.#ids, reader: this.#reader, adoption },
      {
        pageSize: options.pageSize ?? DEFAULT_PAGE_SIZE,
        visibilityCallsPerSecond:
          options.visibilityCallsPerSecond ?? DEFAULT_VISIBILITY_CALLS_PER_SECOND,
        hasOwnIds: () => needsOwnerAttribute(tools),
      },
    );
    const adopted = new AdoptedRows(adoption);
    const listing = {
      ...{ lister: this.#lister, adoption },
      rows: [startedRows({ ids: this.#ids, hasOwnIds: () => needsOwnerAttribute(tools) }), adopted],
      othersFor: (owner: Owner) => adopted.othersFor(owner),
    };
    this.#closed = new ClosedExecutions(this.#calls, {
      ...{ ...listing, retention: this.#retention, logger },
    });
    this.#open = new OpenExecutions(this.#calls, { ...listing, reader: this.#reader });
    this.#owners = this.#createOwnerWatcher(logger);
    const { maxOpenTasks: limit } = options;
    const count = options.countOpen ?? (async (owner) => this.countOpen(owner));
    this.#openTasks = limit === undefined ? undefined : new OpenTaskLimit({ limit, count, logger });
  }

  #createOwnerWatcher(logger: Logger): OwnerWatcher {
    return new OwnerWatcher({
      listOpen: async (owner, limit) => this.#open.list(owner, limit),
      watch: async (taskId, owner, options) => this.waitFor(taskId, owner, options),
      logger,
    });
  }

  async create(request: CreateTaskRequest): Promise<CreatedTask> {
    const started = await startTask(
      {
        ...{ calls: this.#calls, ids: this.#ids, retention: this.#retention },
        maxArgumentBytes: this.#maxArgumentBytes,
        openTasks: this.#openTasks,
      },
      request,
    );
    const { taskId } = started.task;
    this.#lister.remember(taskId, started.meta.ownerTag);
    this.#owners.add(taskId, request.owner);
    switch (started.kind) {
      case 'started':
        this.#reader.rememberStarted(request.owner, started.task);
        return started.task;
      case 'found':
        return { ...(await this.#reader.read(taskId, request.owner)), isRepeat: true };
      case 'shared':
        return { ...(await this.#reader.read(taskId, request.owner)), isShared: true };
      case 'repeated':
        return { ...(await this.#readRepeated(started, request.owner)), isRepeat: true };
    }
  }

  mayHave(taskId: string, owner: Owner): boolean {
    return mayHave(taskId, owner, { ids: this.#ids, tools: this.#tools });
  }

  async countOpen(owner: Owner): Promise<number> {
    return this.#lister.countOpen(owner);
  }

  async get(taskId: string, owner: Owner): Promise<Task> {
    return this.#reader.read(taskId, owner);
  }

  async waitFor(taskId: string, owner: Owner, options: WaitOptions): Promise<Task> {
    return waitForTask(
      { reader: this.#reader, watcher: this.#watcher },
      { taskId, owner },
      options,
    );
  }

  async watchAll(owner: Owner, options: WatchAllOptions): Promise<void> {
    return this.#owners.watchAll(owner, options);
  }

  async cancel(taskId: string, owner: Owner, options: CancelOptions): Promise<Task> {
    return this.#canceller.cancel({ taskId, owner }, options);
  }

  async answer(
    taskId: string,
    by: Owner | ToldIdentity,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults> {
    return answerTask(this.#messaging(), { taskId, ...toTold(by) }, responses);
  }

  async untilAnswersTaken(
    taskId: string,
    owner: Owner,
    options: AnswersTakenOptions,
  ): Promise<void> {
    await untilAnswersTaken(this.#messaging(), { taskId, owner }, options);
  }

  async readFirstAnswer(
    taskId: string,
    owner: Owner,
    query: FirstAnswerQuery,
  ): Promise<FirstAnswer | undefined> {
    const { toolName, runId, readAt } = await this.#reader.read(taskId, owner);
    const run = { taskId, runId: runId ?? readAt?.runId ?? '', tool: this.#tools.get(toolName) };
    const found = await readFirstAnswer(this.#calls, run, query);
    return found && toFirstAnswer(found);
  }

  async keepClientTask(taskId: string, owner: Owner, kept: KeptClientTask): Promise<void> {
    await keepClientTask(
      { calls: this.#calls, reader: this.#reader, watcher: this.#watcher },
      { taskId, owner },
      kept,
    );
  }

  async send(taskId: string, owner: Owner, message: TaskMessage): Promise<MessageOutcome> {
    return messageTask(this.#messaging(), { taskId, owner }, message);
  }

  async readUpdate(taskId: string, owner: Owner, update: UpdateQuery): Promise<MessageOutcome> {
    return readUpdate(this.#messaging(), { taskId, owner }, update);
  }

  async readReturned(taskId: string, owner: Owner): Promise<unknown> {
    return readReturned(this.#messaging(), taskId, owner);
  }

  #messaging(): MessageDependencies {
    return { calls: this.#calls, reader: this.#reader, watcher: this.#watcher };
  }

  async list(owner: Owner, options: ListOptions = {}): Promise<TaskPage> {
    return this.#lister.list(owner, options);
  }

  async watchClosed(owner: Owner, { signal, onClosed }: WatchClosedOptions): Promise<void> {
    if (signal.aborted) return;
    const end = this.#closed.watch(owner, onClosed);
    await once(signal, 'abort');
    end();
  }

  async listOpen(owner: Owner): Promise<readonly Task[]> {
    return this.#open.read(owner, this.#owners.watched(owner));
  }

  async listClosed(owner: Owner, query: ClosedQuery): Promise<ClosedPage> {
    return this.#closed.list(owner, query);
  }

  /** The task that an earlier call with the same idempotency key created, provided that it was the same call. */
  async #readRepeated({ task, meta }: StartedTask, owner: Owner): Promise<Task> {
    const execution = await describeExecution(this.#calls, task.taskId);
    const first = await readChainMeta(this.#calls, task.taskId, execution);
    if (first?.argumentsDigest !== meta.argumentsDigest) {
      throw new TaskError(
        TaskErrorCode.idempotencyConflict,
        `The idempotency key was used before for ${task.toolName}, with other arguments. Use a new key.`,
      );
    }
    return this.#reader.read(task.taskId, owner);
  }
}
