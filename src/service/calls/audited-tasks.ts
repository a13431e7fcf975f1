import { LRUCache } from 'lru-cache';

import { type Audit, AuditEvent } from '../../core/audit.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { toTold } from '../../core/person/to-principal.js';
import type { AnswerResults } from '../../core/question/answer-results.js';
import { isInputKey } from '../../core/question/input-request.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { Owner, Tasks } from '../../core/task/tasks.js';

/** Number of principals whose failed look-ups are counted. */
const MAX_PRINCIPALS = 10_000;
/** Questions that one record names. */
const MAX_QUESTIONS = 20;

/** A task, and who asks for it. */
interface Asked {
  readonly taskId: string;
  readonly owner: Owner;
  /** Keys of the questions that it is about. Absent: it is about none. */
  readonly questions?: readonly string[];
}

function toReason(error: unknown): string {
  return isTaskError(error) ? error.code : TaskErrorCode.internal;
}

/** The keys of questions that are answered, as far as they can be any. */
function toQuestionKeys(responses: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(responses).filter(isInputKey).slice(0, MAX_QUESTIONS);
}

/** Records the operations on tasks. */
export class TaskAuditor {
  readonly #audit: Audit;
  readonly #failedLookups = new LRUCache<Owner, number>({ max: MAX_PRINCIPALS });

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** A look-up that finds nothing is recorded, and what ends in any other way is not. */
  async read<Result>({ taskId, owner }: Asked, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!isTaskError(error) || error.code !== TaskErrorCode.taskNotFound) throw error;
      const count = (this.#failedLookups.get(owner) ?? 0) + 1;
      this.#failedLookups.set(owner, count);
      this.#audit.record({
        ...{ event: AuditEvent.lookupFailed, outcome: 'failed', principal: owner, taskId, count },
      });
      throw error;
    }
  }

  /** Changes are recorded before and after. */
  async act<Result>(asked: Asked, event: AuditEvent, act: () => Promise<Result>): Promise<Result> {
    return this.#actAndNote({ ...asked, event }, act, () => undefined);
  }

  /** @param toNote What of the result is recorded as the reason. */
  async #actAndNote<Result>(
    { event, ...asked }: Asked & { readonly event: AuditEvent },
    act: () => Promise<Result>,
    toNote: (result: Result) => string | undefined,
  ): Promise<Result> {
    const { owner: principal, taskId, questions } = asked;
    const about = { event, principal, taskId, ...(questions && { questions }) };
    this.#audit.mustRecord({ ...about, outcome: 'begun' });
    try {
      const result = await this.read(asked, act);
      const reason = toNote(result);
      this.#audit.record({ ...about, outcome: 'done', ...(reason !== undefined && { reason }) });
      return result;
    } catch (error) {
      this.#audit.record({ ...about, outcome: 'failed', reason: toReason(error) });
      throw error;
    }
  }

  /** Answers are recorded before and after, with those that came too late. */
  async answer(
    { owner, taskId }: Asked,
    responses: Readonly<Record<string, unknown>>,
    act: () => Promise<AnswerResults>,
  ): Promise<AnswerResults> {
    const asked = { owner, taskId, questions: toQuestionKeys(responses) };
    const about = { ...asked, event: AuditEvent.taskAnswered };
    return this.#actAndNote(about, act, ({ tooLate, forOthers = [] }) => {
      if (forOthers.length > 0) return 'forOthers';
      return tooLate.length > 0 ? 'tooLate' : undefined;
    });
  }

  /** Records that the end of a task is shown to its owner. */
  show(task: Task, owner: Owner): Task {
    if (isClosed(task.phase)) this.showEnd(task.taskId, owner, task.toolName);
    return task;
  }

  /** Lists for a reader that repeats, such as a stream. */
  async list<Listed>(principal: Owner, list: () => Promise<Listed>): Promise<Listed> {
    const listed = await list();
    this.#audit.mustRecordOnce({ event: AuditEvent.tasksListed, outcome: 'done', principal });
    return listed;
  }

  showEnd(taskId: string, owner: Owner, tool?: string): void {
    this.#audit.mustRecordOnce({
      ...{ event: AuditEvent.outcomeRead, outcome: 'done', principal: owner, taskId, tool },
    });
  }
}

/** Methods that show nothing by themselves. */
function watchesOf(tasks: Tasks): Pick<Tasks, 'watchAll' | 'watchClosed'> {
  return {
    watchAll: async (owner, options) => tasks.watchAll(owner, options),
    watchClosed: async (owner, options) => tasks.watchClosed(owner, options),
  };
}

/** The same tasks, of which everything that is asked is written down: who, which task, and what came of it. */
export function auditTasks(tasks: Tasks, audit: Audit): Tasks {
  const auditor = new TaskAuditor(audit);
  return {
    create: async (request) => {
      const { owner: principal, tool } = request;
      const about = { principal, tool: tool.name };
      // A transport may have written it down already.
      audit.mustRecordOnce({ ...about, event: AuditEvent.callAdmitted, outcome: 'begun' });
      const task = await tasks.create(request);
      const reason = task.isRepeat ? 'repeat' : task.isShared ? 'shared' : undefined;
      const { taskId } = task;
      audit.record({ ...about, event: AuditEvent.taskCreated, outcome: 'done', taskId, reason });
      return task;
    },
    get: async (taskId, owner) =>
      auditor.read({ taskId, owner }, async () =>
        auditor.show(await tasks.get(taskId, owner), owner),
      ),
    waitFor: async (taskId, owner, options) =>
      auditor.read({ taskId, owner }, async () =>
        auditor.show(await tasks.waitFor(taskId, owner, options), owner),
      ),
    ...watchesOf(tasks),
    cancel: async (taskId, owner, options) =>
      auditor.act({ taskId, owner }, AuditEvent.taskCancelled, async () =>
        tasks.cancel(taskId, owner, options),
      ),
    answer: async (taskId, by, responses) =>
      auditor.answer({ taskId, owner: toTold(by).owner }, responses, async () =>
        tasks.answer(taskId, by, responses),
      ),
    keepClientTask: async (taskId, owner, kept) =>
      auditor.read({ taskId, owner }, async () => tasks.keepClientTask(taskId, owner, kept)),
    untilAnswersTaken: async (taskId, owner, options) =>
      tasks.untilAnswersTaken(taskId, owner, options),
    readFirstAnswer: async (taskId, owner, query) =>
      auditor.read({ taskId, owner }, async () => tasks.readFirstAnswer(taskId, owner, query)),
    list: async (owner, options) => {
      const page = await tasks.list(owner, options);
      audit.mustRecord({ event: AuditEvent.tasksListed, outcome: 'done', principal: owner });
      return page;
    },
    listOpen: async (owner) => auditor.list(owner, async () => tasks.listOpen(owner)),
    listClosed: async (owner, query) =>
      auditor.list(owner, async () => tasks.listClosed(owner, query)),
    send: async (taskId, owner, message) =>
      auditor.act({ taskId, owner }, AuditEvent.messageSent, async () =>
        tasks.send(taskId, owner, message),
      ),
    readReturned: async (taskId, owner) =>
      auditor.read({ taskId, owner }, async () => {
        const returned = await tasks.readReturned(taskId, owner);
        auditor.showEnd(taskId, owner);
        return returned;
      }),
    readUpdate: async (taskId, owner, update) =>
      auditor.read({ taskId, owner }, async () => tasks.readUpdate(taskId, owner, update)),
  };
}
