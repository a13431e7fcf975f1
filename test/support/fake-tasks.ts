import { EventEmitter, once } from 'node:events';

import { TaskError, TaskErrorCode } from '../../src/core/errors.js';
import type { AnswerResults } from '../../src/core/question/answer-results.js';
import { mayAnswer } from '../../src/core/question/approvers.js';
import type { AskedTask, QueuedTask, QueuePage } from '../../src/core/question/asked-task.js';
import type { DecidedQuestion, DecidedTask, Decision } from '../../src/core/question/decision.js';
import { isForClients, type Question } from '../../src/core/question/question.js';
import type { TaskHistory } from '../../src/core/task/task-history.js';
import type {
  KeptClientTask,
  MessageOutcome,
  TaskMessage,
  TaskRequest,
} from '../../src/core/task/task-message.js';
import { isTerminal } from '../../src/core/task/task-status.js';
import type { Task } from '../../src/core/task/task.js';
import type {
  CancelOptions,
  CreateTaskRequest,
  ListOptions,
  ListPage,
  TaskPage,
  Tasks,
  WaitOptions,
} from '../../src/core/task/tasks.js';
import { isApprover, type Owner, type Seen, type Viewer } from '../../src/core/task/viewer.js';
import type { TaskOutcome } from '../../src/core/tool/tool-result.js';

/** The creation time of all tasks of {@link FakeTasks}, and their last update unless a test changes it. */
export const CREATED_AT = '2026-01-05T09:00:00.000Z';
const PAGE_SIZE = 2;

interface Owned {
  readonly owner: string;
  readonly task: Task;
}

function notFound(): TaskError {
  return new TaskError(TaskErrorCode.taskNotFound, 'Task not found.');
}

function isOwner(by: Viewer, owner: string): boolean {
  return !isApprover(by) && by.caller.owner === owner;
}

/** Tasks in memory, under control of a test. Their IDs are `task-1`, `task-2` and so on. */
export class FakeTasks implements Tasks {
  /** Requests so far, in order. */
  readonly created: (CreateTaskRequest & { readonly owner: string })[] = [];
  readonly cancelled: (CancelOptions & { readonly taskId: string })[] = [];
  readonly answered: { readonly taskId: string; readonly responses: object }[] = [];
  /** Requested waits for results of Updates, in milliseconds. */
  readonly updateWaitsMs: number[] = [];
  readonly sent: (TaskMessage & { readonly taskId: string })[] = [];
  /** The outcome of every message. */
  messageOutcome: MessageOutcome = { kind: 'sent' };
  /** Keys of questions to which another person's answer always comes first. */
  overtaken: readonly string[] = [];
  /** What became of every question. */
  decision: Decision | undefined;
  /** What approvers see. */
  asked: readonly AskedTask[] = [];
  /** How far the search for open questions has looked. */
  looked: Omit<QueuePage, 'tasks'> = {};
  /** The return value of every Workflow. */
  returned: unknown;
  /** What has happened in every task. */
  past: TaskHistory = {
    entries: [],
    pending: [],
    decisions: [],
    events: { here: 0, all: 0 },
    isWhole: true,
  };
  readonly #tasks = new Map<string, Owned>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #failure: Error | undefined;
  #version = 0;

  /** Makes the next call of any method reject. */
  failNext(error: Error): void {
    this.#failure = error;
  }

  /** Changes a task, and wakes the callers that wait for it. */
  update(taskId: string, changes: Partial<Task>): void {
    const { owner, task } = this.#tasks.get(taskId) ?? {};
    if (owner === undefined || task === undefined) throw new Error(`There is no ${taskId}.`);
    this.#tasks.set(taskId, { owner, task: { ...task, ...changes } });
    this.#emitChange();
  }

  /** Ends a task. */
  settle(taskId: string, outcome: TaskOutcome): void {
    const ofResult =
      outcome.kind === 'result' && outcome.result.isError ? 'toolError' : 'succeeded';
    const phases = { result: ofResult, error: 'protocolError', cancelled: 'cancelled' } as const;
    this.update(taskId, { phase: phases[outcome.kind], outcome });
  }

  async create({ caller: { owner } }: Owner, request: CreateTaskRequest): Promise<Task> {
    await this.#answer();
    this.created.push({ ...request, owner });
    const { tool, ttlMs = tool.ttl.default, origin } = request;
    const task: Task = {
      taskId: `task-${this.#tasks.size + 1}`,
      toolName: tool.name,
      phase: 'working',
      cancelRequested: false,
      questions: [],
      createdAt: CREATED_AT,
      lastUpdatedAt: CREATED_AT,
      ttlMs: Math.floor(ttlMs),
      pollIntervalMs: tool.task.pollInterval,
      ...(origin && { origin }),
    };
    this.#tasks.set(task.taskId, { owner, task });
    this.#emitChange();
    return task;
  }

  get<By extends Viewer>(by: By, taskId: string): Promise<Seen<By>>;
  async get(by: Viewer, taskId: string): Promise<Task | AskedTask> {
    await this.#answer();
    if (!isApprover(by)) return this.#read(by, taskId);
    const asked = this.asked.find((task) => task.taskId === taskId);
    if (asked) return asked;
    throw notFound();
  }

  async waitFor(
    by: Owner,
    taskId: string,
    { signal, until, onReading }: WaitOptions,
  ): Promise<Task> {
    await this.#answer();
    for (;;) {
      const version = this.#version;
      const task = this.#read(by, taskId);
      await onReading?.(task);
      if (until(task)) return task;
      if (version !== this.#version) continue;
      await once(this.#changes, 'change', { signal }).catch((error: unknown) => {
        throw new TaskError(TaskErrorCode.aborted, 'The wait was ended.', { cause: error });
      });
    }
  }

  async answer(
    by: Viewer,
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResults> {
    await this.#answer();
    const { questions } = this.#read(by, taskId);
    this.answered.push({ taskId, responses });
    const left = questions.filter(({ key }) => !(key in responses));
    const phase = left.some(isForClients) ? 'inputRequired' : 'working';
    this.update(taskId, { phase, questions: left });
    const isOpen = (key: string): boolean =>
      questions.some((question) => question.key === key && mayAnswer(question, 'owner'));
    const isTooLate = (key: string): boolean => this.overtaken.includes(key) || !isOpen(key);
    const tooLate = Object.keys(responses).filter(isTooLate);
    return { tooLate };
  }

  #keepClientTask(by: Owner, taskId: string, { key, clientTask }: KeptClientTask): void {
    const { questions } = this.#read(by, taskId);
    const keep = ({ method, params, audience, takesClientTask = false }: Question): Question => {
      const kept = { key, method, params, audience, takesClientTask };
      return { ...kept, ...(clientTask && { heldBy: clientTask }) };
    };
    this.update(taskId, {
      questions: questions.map((question) => (question.key === key ? keep(question) : question)),
    });
  }

  async listDecided(by: Viewer): Promise<ListPage<DecidedTask>> {
    const decisions = this.decision ? [this.decision] : [];
    const tasks = isApprover(by) ? [] : [...this.#tasks.values()].map(({ task }) => task);
    return Promise.resolve({
      tasks: tasks.map(({ taskId, toolName }) => ({ taskId, toolName, decisions })),
    });
  }

  async readDecision(by: Viewer, taskId: string): Promise<DecidedQuestion> {
    const { toolName } = this.#read(by, taskId);
    return Promise.resolve({ toolName, decision: this.decision });
  }

  async history(by: Owner, taskId: string): Promise<TaskHistory> {
    this.#read(by, taskId);
    return Promise.resolve(this.past);
  }

  async cancel(by: Owner, taskId: string, options: CancelOptions): Promise<Task> {
    await this.#answer();
    const task = this.#read(by, taskId);
    if (isTerminal(options.protocol.toStatus(task))) {
      throw new TaskError(TaskErrorCode.taskTerminal, 'The task has already ended.');
    }
    this.cancelled.push({ taskId, ...options });
    this.update(taskId, { cancelRequested: true });
    return this.#read(by, taskId);
  }

  async list(by: Owner, { cursor = '0' }: ListOptions = {}): Promise<TaskPage> {
    await this.#answer();
    const start = Number(cursor);
    if (!Number.isInteger(start)) {
      throw new TaskError(TaskErrorCode.invalidCursor, 'The cursor is not one of this server.');
    }
    const tasks = [...this.#tasks.values()].filter(({ owner }) => isOwner(by, owner));
    const end = start + PAGE_SIZE;
    return {
      tasks: tasks.slice(start, end).map(({ task }) => task),
      ...(end < tasks.length && { nextCursor: String(end) }),
    };
  }

  async listQueue(as: readonly Viewer[]): Promise<QueuePage> {
    await this.#answer();
    const tasks = as.flatMap((by): readonly QueuedTask[] =>
      isApprover(by)
        ? this.asked.map((task) => ({ ...task, role: 'approver' }))
        : [...this.#tasks.values()]
            .filter(({ owner }) => isOwner(by, owner))
            .map(({ task }) => ({
              ...task,
              askedAt: task.lastUpdatedAt,
              role: 'owner',
              questions: task.questions.filter((question) => mayAnswer(question, 'owner')),
            })),
    );
    return { tasks, ...this.looked };
  }

  async send(by: Owner, taskId: string, request: TaskRequest): Promise<MessageOutcome> {
    if (request.kind === 'updateResult') this.updateWaitsMs.push(request.withinMs);
    await this.#answer();
    this.#read(by, taskId);
    switch (request.kind) {
      case 'clientTask':
        this.#keepClientTask(by, taskId, request);
        return { kind: 'sent' };
      case 'returned':
        return { kind: 'answered', value: this.returned };
      case 'updateResult':
        return this.messageOutcome;
      case 'query':
      case 'signal':
      case 'update':
        this.sent.push({ taskId, ...request });
        return this.messageOutcome;
    }
  }

  /** Resolves once `count` tasks have been created. */
  async untilCreated(count: number): Promise<void> {
    while (this.created.length < count) await once(this.#changes, 'change');
  }

  #emitChange(): void {
    this.#version += 1;
    this.#changes.emit('change');
  }

  async #answer(): Promise<void> {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure ? Promise.reject(failure) : Promise.resolve();
  }

  #read(by: Viewer, taskId: string): Task {
    const owned = this.#tasks.get(taskId);
    if (owned && isOwner(by, owned.owner)) return owned.task;
    throw notFound();
  }
}
