import { type Audit, AuditEvent, type AuditRecord } from '../../core/audit.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { toCaller } from '../../core/person/to-principal.js';
import type { AnswerResults } from '../../core/question/answer-results.js';
import type { AskedTask } from '../../core/question/asked-task.js';
import { isInputKey } from '../../core/question/input-request.js';
import { interceptTasks } from '../../core/task/intercept-tasks.js';
import type { MessageOutcome } from '../../core/task/task-message.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import { isApprover, type Viewer } from '../../core/task/viewer.js';

import { growingCache } from './growing-cache.js';

/** Number of principals whose failed look-ups are counted. */
const MAX_PRINCIPALS = 10_000;
/** Questions that one record names. */
const MAX_QUESTIONS = 20;

type Subject = Pick<AuditRecord, 'principal' | 'taskId' | 'questions'>;

function toReason(error: unknown): string {
  return isTaskError(error) ? error.code : TaskErrorCode.internal;
}

/** The keys of the answered questions. Texts that no question can have as a key are left out. */
function toQuestionKeys(responses: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(responses).filter(isInputKey).slice(0, MAX_QUESTIONS);
}

/** The recorded reason for answers without effect. */
function toAnswerNote({ tooLate, forOthers = [] }: AnswerResults): string | undefined {
  if (forOthers.length > 0) return 'forOthers';
  return tooLate.length > 0 ? 'tooLate' : undefined;
}

/** Records look-ups that find no task, with the number of the principal's failed look-ups. */
function auditLookups(tasks: Tasks, audit: Audit): Tasks {
  const failed = growingCache<number>({ max: MAX_PRINCIPALS });
  return interceptTasks(async ({ viewer, taskId }, ask) => {
    try {
      return await ask(tasks);
    } catch (error) {
      const principal = isApprover(viewer) ? viewer.by.owner : viewer;
      const isMissing = isTaskError(error) && error.code === TaskErrorCode.taskNotFound;
      if (!isMissing || taskId === undefined || typeof principal !== 'string') throw error;
      const count = (failed.get(principal) ?? 0) + 1;
      failed.set(principal, count);
      audit.record({ event: AuditEvent.lookupFailed, outcome: 'failed', principal, taskId, count });
      throw error;
    }
  });
}

/** Records an action before and after it. */
async function auditAct<Result>(
  audit: Audit,
  {
    toNote = () => undefined,
    ...about
  }: Subject & {
    readonly event: AuditEvent;
    readonly toNote?: (result: Result) => string | undefined;
  },
  act: () => Promise<Result>,
): Promise<Result> {
  audit.record({ ...about, outcome: 'begun' });
  try {
    const result = await act();
    const reason = toNote(result);
    audit.record({ ...about, outcome: 'done', ...(reason !== undefined && { reason }) });
    return result;
  } catch (error) {
    audit.record({ ...about, outcome: 'failed', reason: toReason(error) });
    throw error;
  }
}

class Shown {
  readonly #audit: Audit;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  task(task: Task | AskedTask, viewer: Viewer): void {
    const { taskId, toolName: tool } = task;
    if (isApprover(viewer)) this.approval(viewer.by.owner, { taskId, tool });
    else if ('phase' in task && isClosed(task.phase)) this.end(viewer, { taskId, tool });
  }

  approval(principal: string, about: Pick<AuditRecord, 'taskId' | 'tool'>): void {
    const event = AuditEvent.approvalRead;
    this.#audit.record({ ...about, event, outcome: 'done', principal });
  }

  end(principal: string, about: Pick<AuditRecord, 'taskId' | 'tool'>): void {
    const event = AuditEvent.outcomeRead;
    this.#audit.recordOnce({ ...about, event, outcome: 'done', principal });
  }

  list(viewer: Viewer): void {
    if (isApprover(viewer)) {
      const { owner: principal } = viewer.by;
      this.#audit.record({ event: AuditEvent.approvalsListed, outcome: 'done', principal });
    } else {
      this.#audit.record({ event: AuditEvent.tasksListed, outcome: 'done', principal: viewer });
    }
  }
}

function auditReads(
  looked: Tasks,
  shown: Shown,
): Pick<Tasks, 'get' | 'waitFor' | 'list' | 'readPast'> {
  return {
    get: async (taskId, viewer) => {
      const task = await looked.get(taskId, viewer);
      shown.task(task, viewer);
      return task;
    },
    waitFor: async (taskId, owner, options) => {
      const task = await looked.waitFor(taskId, owner, options);
      shown.task(task, owner);
      return task;
    },
    list: async (viewer, options = {}) => {
      const page = await looked.list(viewer, options);
      shown.list(viewer);
      return page;
    },
    readPast: async (taskId, viewer, query) => {
      const past = await looked.readPast(taskId, viewer, query);
      if (isApprover(viewer)) shown.approval(viewer.by.owner, { taskId, tool: past.toolName });
      return past;
    },
  };
}

/** Wraps the task port: records each action with caller, task and outcome. */
export function auditTasks(tasks: Tasks, audit: Audit): Tasks {
  const looked = auditLookups(tasks, audit);
  const shown = new Shown(audit);
  return {
    ...looked,
    ...auditReads(looked, shown),
    create: async (request) => {
      const { owner: principal } = request;
      const task = await tasks.create(request);
      const reason = task.isRepeat ? 'repeat' : task.isShared ? 'shared' : undefined;
      const about = { principal, tool: request.tool.name, taskId: task.taskId, reason };
      audit.record({ ...about, event: AuditEvent.taskCreated, outcome: 'done' });
      return task;
    },
    cancel: async (taskId, principal, options) =>
      auditAct(audit, { event: AuditEvent.taskCancelled, principal, taskId }, async () =>
        looked.cancel(taskId, principal, options),
      ),
    answer: async (taskId, by, responses) => {
      const { owner: principal } = isApprover(by) ? by.by : toCaller(by);
      const about = { principal, taskId, questions: toQuestionKeys(responses) };
      return auditAct(
        audit,
        { ...about, event: AuditEvent.taskAnswered, toNote: toAnswerNote },
        async () => looked.answer(taskId, by, responses),
      );
    },
    send: async (taskId, principal, request) => {
      const send = async (): Promise<MessageOutcome> => looked.send(taskId, principal, request);
      switch (request.kind) {
        case 'query':
        case 'signal':
        case 'update':
          return auditAct(audit, { event: AuditEvent.messageSent, principal, taskId }, send);
        case 'returned': {
          const returned = await send();
          shown.end(principal, { taskId });
          return returned;
        }
        case 'updateResult':
        case 'answersTaken':
        case 'clientTask':
          return send();
      }
    },
  };
}
