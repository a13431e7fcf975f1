import { TaskError, TaskErrorCode } from '../core/errors.js';
import { type Logger, silentLogger } from '../core/logger.js';
import type { AnswerResults } from '../core/question/answer-results.js';
import type { AskedTask, QueuePage } from '../core/question/asked-task.js';
import type { DecidedQuestion, DecidedTask } from '../core/question/decision.js';
import type { TaskHistory } from '../core/task/task-history.js';
import type { TaskKind } from '../core/task/task-id.js';
import type { MessageOutcome, TaskRequest } from '../core/task/task-message.js';
import type { Task } from '../core/task/task.js';
import type {
  AnswerOptions,
  CancelOptions,
  CreatedTask,
  CreateTaskRequest,
  ListOptions,
  ListPage,
  TaskPage,
  Tasks,
  WaitOptions,
} from '../core/task/tasks.js';
import { isApprover, type Owner, type Seen, type Viewer } from '../core/task/viewer.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';
import { ARGUMENT_BOUNDS } from '../core/value/json-bounds.js';

import { giveAnswers } from './act/answer-task.js';
import { AnswerableReadings } from './act/answerable-readings.js';
import { TaskCanceller } from './act/cancel-task.js';
import { type MessageDependencies, sendToTask } from './act/message-task.js';
import { QueueLister } from './approve/queue-lister.js';
import { TemporalApprovals } from './approve/temporal-approvals.js';
import { findDecision } from './decisions/find-decision.js';
import { RecentDecisions } from './decisions/recent-decisions.js';
import { describeExecution } from './describe/find-execution.js';
import { FirstRuns } from './describe/first-runs.js';
import { HistoryReader } from './history/read-history.js';
import { Cursors } from './link/cursors.js';
import { NamespaceRetention } from './link/namespace-retention.js';
import { TemporalCalls } from './link/temporal-calls.js';
import { Visibility } from './link/visibility.js';
import { TaskLister } from './list/list-tasks.js';
import { needsOwnerAttribute } from './list/owner-attribute.js';
import { readInBatches } from './list/read-in-batches.js';
import { startEqual } from './start/equal-calls.js';
import { SearchAttributeTypes } from './start/fit-search-attributes.js';
import { OpenTaskLimit } from './start/open-task-limit.js';
import type { StartedTask, StartRequest } from './start/plan-task.js';
import { startTask } from './start/start-task.js';
import { TaskIdRing } from './start/task-id-ring.js';
import { Adoption } from './task/adoption.js';
import { TaskAccess } from './task/task-access.js';
import { TaskReader } from './task/task-reader.js';
import { waitForTask } from './task/wait-for-task.js';
import type { TemporalTasksOptions } from './temporal-tasks-options.js';
import { LongPolls } from './watch/long-polls.js';
import { TaskWatcher } from './watch/task-watcher.js';

const DEFAULT_CALL_DEADLINE_MS = 10_000;
const DEFAULT_LONG_POLLS = 500;
const DEFAULT_LOOKS_PER_SECOND = 100;
const DEFAULT_PAGE_SIZE = 50;

/**
 * Tasks of one namespace, each a Temporal Workflow Execution.
 *
 * It stores no state for other processes. Its bounded caches hold immutable facts (the ends of runs, first runs) or
 * facts that help for seconds (recent starts and answers).
 *
 * @throws {RangeError} If a secret is shorter than 32 bytes, or there are too many.
 */
export function createTemporalTasks(options: TemporalTasksOptions): Tasks {
  return new TemporalTasks(options);
}

function kindsOf(tools: ToolCatalog): readonly TaskKind[] {
  const hasActivities = [...tools.values()].some(({ start }) => start.kind === 'activity');
  return hasActivities ? ['workflow', 'activity'] : ['workflow'];
}

class TemporalTasks implements Tasks {
  readonly #approvals: TemporalApprovals;
  readonly #tools: ToolCatalog;
  readonly #calls: TemporalCalls;
  readonly #ids: TaskIdRing;
  readonly #reader: TaskReader;
  readonly #answerable = new AnswerableReadings();
  readonly #watcher: TaskWatcher;
  readonly #canceller: TaskCanceller;
  readonly #lister: TaskLister;
  readonly #decisions: RecentDecisions;
  readonly #history: HistoryReader;
  readonly #queue: QueueLister;
  readonly #firstRuns: FirstRuns;
  readonly #retention: NamespaceRetention;
  readonly #attributeTypes: SearchAttributeTypes;
  readonly #serverName: string;
  readonly #maxArgumentBytes: number;
  readonly #openTasks: OpenTaskLimit | undefined;
  readonly #logger: Logger;

  constructor(options: TemporalTasksOptions) {
    const { client, tools, secret, previousSecret, logger = silentLogger } = options;
    this.#tools = tools;
    this.#logger = logger;
    this.#serverName = options.serverName;
    this.#maxArgumentBytes = Math.min(
      options.maxArgumentBytes ?? Infinity,
      ARGUMENT_BOUNDS.maxBytes,
    );
    this.#ids = new TaskIdRing(secret, previousSecret);
    const polls = new LongPolls({ most: options.longPolls ?? DEFAULT_LONG_POLLS, logger });
    this.#calls = new TemporalCalls(client, options.callDeadlineMs ?? DEFAULT_CALL_DEADLINE_MS, {
      logger,
      onTooManyPolls: polls.lower,
    });
    const visibility = new Visibility(this.#calls, {
      callsPerSecond: options.visibilityCallsPerSecond,
      logger,
    });
    this.#retention = new NamespaceRetention(this.#calls, logger);
    this.#attributeTypes = new SearchAttributeTypes(this.#calls);
    this.#firstRuns = new FirstRuns(this.#calls);
    const adoption = new Adoption(this.#ids, tools);
    const reading = { ids: this.#ids, tools, firstRuns: this.#firstRuns };
    const access = new TaskAccess(this.#ids);
    const { inbox } = options;
    this.#reader = new TaskReader(this.#calls, {
      ...reading,
      access,
      adoption,
      inbox,
      logger,
    });
    this.#watcher = new TaskWatcher(options.pollClient ?? client, {
      polls,
      looksPerSecond: options.looksPerSecond ?? DEFAULT_LOOKS_PER_SECOND,
      visibility,
      onNews: (taskId) => {
        this.#reader.forgetReadsUnderWay(taskId);
      },
    });
    this.#decisions = new RecentDecisions(this.#calls);
    this.#approvals = new TemporalApprovals({
      decisions: this.#decisions,
      ...reading,
      visibility,
      answering: this.#messaging(),
    });
    this.#canceller = new TaskCanceller(this.#messaging());
    this.#lister = new TaskLister(
      visibility,
      {
        ids: this.#ids,
        reader: this.#reader,
        adoption,
        cursors: new Cursors(options.sealer, 'tasks', client.options.namespace),
      },
      {
        pageSize: options.pageSize ?? DEFAULT_PAGE_SIZE,
        hasOwnIds: needsOwnerAttribute(tools),
        kinds: kindsOf(tools),
      },
    );
    this.#history = new HistoryReader(this.#calls, options.sealer);
    this.#queue = new QueueLister(this.#calls, {
      approvers: this.#approvals.reader,
      access,
      reader: this.#reader,
      tools,
      visibility,
      sealer: options.sealer,
      toFilter: (owner) => this.#lister.workflowFilter(owner),
    });
    const { maxOpenTasks: limit } = options;
    const count = async (owner: string): Promise<number> => this.#lister.countOpen(owner);
    this.#openTasks = limit === undefined ? undefined : new OpenTaskLimit({ limit, count, logger });
  }

  async create({ caller }: Owner, request: CreateTaskRequest): Promise<CreatedTask> {
    const { owner } = caller;
    const started = await this.#start({ ...request, caller });
    const { taskId } = started.task;
    this.#lister.remember(taskId, started.meta.ownerTag);
    switch (started.kind) {
      case 'started':
        this.#reader.rememberStarted(started.task, owner);
        return started.task;
      case 'found':
        return { ...(await this.#reader.read(taskId, owner)), isRepeat: true };
      case 'shared':
        return { ...(await this.#reader.read(taskId, owner)), isShared: true };
      case 'repeated':
        return { ...(await this.#readRepeated(started, owner)), isRepeat: true };
    }
  }

  async #start(call: StartRequest): Promise<StartedTask> {
    const request = await this.#attributeTypes.fit(call);
    const parts = {
      calls: this.#calls,
      ids: this.#ids,
      tools: this.#tools,
      firstRuns: this.#firstRuns,
      retention: this.#retention,
      serverName: this.#serverName,
      maxArgumentBytes: this.#maxArgumentBytes,
      openTasks: this.#openTasks,
      logger: this.#logger,
    };
    const { idempotencyKey, equalCall } = request;
    return equalCall === undefined || idempotencyKey !== undefined
      ? startTask(parts, request)
      : startEqual(parts, request, equalCall, async ({ caller, tool }, prefix) =>
          this.#lister.findLast(caller.owner, tool.start, prefix),
        );
  }

  get<By extends Viewer>(by: By, taskId: string): Promise<Seen<By>>;
  async get(by: Viewer, taskId: string): Promise<Task | AskedTask> {
    const { caller } = by;
    if (isApprover(by)) return this.#approvals.get(caller, taskId);
    const task = await this.#reader.read(taskId, caller.owner);
    return this.#answerable.remember(caller, task, task);
  }

  async waitFor({ caller: { owner } }: Owner, taskId: string, options: WaitOptions): Promise<Task> {
    const started = this.#reader.startedTask(taskId, owner);
    return waitForTask(
      { reader: this.#reader, watcher: this.#watcher },
      { taskId, owner, started },
      options,
    );
  }

  async cancel(
    { caller: { owner } }: Owner,
    taskId: string,
    options: CancelOptions,
  ): Promise<Task> {
    return this.#canceller.cancel({ taskId, owner }, options);
  }

  async answer(
    by: Viewer,
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
    options: AnswerOptions = {},
  ): Promise<AnswerResults> {
    const { caller } = by;
    if (isApprover(by)) return this.#approvals.answer(caller, taskId, responses, options);
    const reading =
      this.#answerable.take(caller, taskId, options.asked) ??
      (await this.#reader.readAfterNews(taskId, caller.owner));
    return giveAnswers(this.#messaging(), { reading, by, ...options }, responses);
  }

  async listDecided(by: Viewer, options: ListOptions = {}): Promise<ListPage<DecidedTask>> {
    const { caller } = by;
    if (isApprover(by)) return { tasks: await this.#approvals.listDecided(caller) };
    const { tasks, nextCursor } = await this.#lister.list(caller.owner, options);
    return {
      tasks: await readInBatches(tasks, async (task) => this.#readDecided(task)),
      nextCursor,
    };
  }

  async #readDecided(task: Task): Promise<DecidedTask> {
    const { taskId, toolName, outcome, createdAt } = task;
    const ended = outcome && createdAt;
    return {
      taskId,
      toolName,
      decisions: await this.#decisions.read({ taskId, runId: '', ended }),
    };
  }

  async readDecision(by: Viewer, taskId: string, key: string): Promise<DecidedQuestion> {
    const { caller } = by;
    if (isApprover(by)) return this.#approvals.readDecision(caller, taskId, key);
    const { toolName, runId, readAt } = await this.#reader.read(taskId, caller.owner);
    const run = { taskId, runId: runId ?? readAt?.runId ?? '' };
    return { toolName, decision: await findDecision(this.#calls, run, key) };
  }

  async history(
    { caller: { owner } }: Owner,
    taskId: string,
    { cursor }: ListOptions = {},
  ): Promise<TaskHistory> {
    const { toolName, runId, readAt } = await this.#reader.read(taskId, owner);
    return this.#history.read({
      owner,
      taskId,
      runId: runId ?? readAt?.runId ?? '',
      tool: this.#tools.get(toolName),
      cursor,
    });
  }

  async send(
    { caller: { owner } }: Owner,
    taskId: string,
    request: TaskRequest,
  ): Promise<MessageOutcome> {
    return sendToTask(this.#messaging(), { taskId, owner }, request);
  }

  #messaging(): MessageDependencies {
    return {
      calls: this.#calls,
      reader: this.#reader,
      watcher: this.#watcher,
      tools: this.#tools,
    };
  }

  async list({ caller }: Owner, options: ListOptions = {}): Promise<TaskPage> {
    return this.#lister.list(caller.owner, options);
  }

  async listQueue(as: readonly Viewer[], options: ListOptions = {}): Promise<QueuePage> {
    return this.#queue.list(as, options);
  }

  /** Reads the task that an earlier call with the same idempotency key created, if that call had the same arguments. */
  async #readRepeated({ task, meta }: StartedTask, owner: string): Promise<Task> {
    const execution = await describeExecution(this.#calls, task.taskId);
    const { meta: first } = await this.#firstRuns.readStart(task.taskId, execution);
    if (first?.argumentsDigest !== meta.argumentsDigest) {
      throw new TaskError(
        TaskErrorCode.idempotencyConflict,
        `The idempotency key was used before for ${task.toolName}, with other arguments. Use a new key.`,
      );
    }
    return this.#reader.read(task.taskId, owner);
  }
}
