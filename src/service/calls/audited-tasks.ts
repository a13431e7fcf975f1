import { type Audit, AuditEvent, type AuditRecord } from '../../core/audit.js';
import { isTaskError, TaskErrorCode } from '../../core/errors.js';
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
  return interceptTasks(async ({ by, taskId }, ask) => {
    try {
      return await ask(tasks);
    } catch (error) {
      const isMissing = isTaskError(error) && error.code === TaskErrorCode.taskNotFound;
      if (!isMissing || taskId === undefined) throw error;
      const { owner: principal } = by.caller;
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

  task(task: Task | AskedTask, by: Viewer): void {
    const { taskId, toolName: tool } = task;
    if (isApprover(by)) this.approval(by, { taskId, tool });
    else if ('phase' in task && isClosed(task.phase)) this.end(by, { taskId, tool });
  }

  approval(
    { caller: { owner: principal } }: Viewer,
    about: Pick<AuditRecord, 'taskId' | 'tool'>,
  ): void {
    const event = AuditEvent.approvalRead;
    this.#audit.record({ ...about, event, outcome: 'done', principal });
  }

  end({ caller: { owner: principal } }: Viewer, about: Pick<AuditRecord, 'taskId' | 'tool'>): void {
    const event = AuditEvent.outcomeRead;
    this.#audit.recordOnce({ ...about, event, outcome: 'done', principal });
  }

  list(by: Viewer): void {
    const event = isApprover(by) ? AuditEvent.approvalsListed : AuditEvent.tasksListed;
    this.#audit.record({ event, outcome: 'done', principal: by.caller.owner });
  }
}

function auditReads(
  looked: Tasks,
  shown: Shown,
): Pick<Tasks, 'get' | 'waitFor' | 'list' | 'readPast'> {
  return {
    get: async (by, taskId) => {
      const task = await looked.get(by, taskId);
      shown.task(task, by);
      return task;
    },
    waitFor: async (by, taskId, options) => {
      const task = await looked.waitFor(by, taskId, options);
      shown.task(task, by);
      return task;
    },
    list: async (by, options = {}) => {
      const page = await looked.list(by, options);
      shown.list(by);
      return page;
    },
    readPast: async (by, taskId, query) => {
      const past = await looked.readPast(by, taskId, query);
      if (isApprover(by)) shown.approval(by, { taskId, tool: past.toolName });
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
    create: async (by, request) => {
      const { owner: principal } = by.caller;
      const task = await tasks.create(by, request);
      const reason = task.isRepeat ? 'repeat' : task.isShared ? 'shared' : undefined;
      const about = { principal, tool: request.tool.name, taskId: task.taskId, reason };
      audit.record({ ...about, event: AuditEvent.taskCreated, outcome: 'done' });
      return task;
    },
    cancel: async (by, taskId, options) =>
      auditAct(
        audit,
        { event: AuditEvent.taskCancelled, principal: by.caller.owner, taskId },
        async () => looked.cancel(by, taskId, options),
      ),
    answer: async (by, taskId, responses) => {
      const { owner: principal } = by.caller;
      const about = { principal, taskId, questions: toQuestionKeys(responses) };
      return auditAct(
        audit,
        { ...about, event: AuditEvent.taskAnswered, toNote: toAnswerNote },
        async () => looked.answer(by, taskId, responses),
      );
    },
    send: async (by, taskId, request) => {
      const { owner: principal } = by.caller;
      const send = async (): Promise<MessageOutcome> => looked.send(by, taskId, request);
      switch (request.kind) {
        case 'query':
        case 'signal':
        case 'update':
          return auditAct(audit, { event: AuditEvent.messageSent, principal, taskId }, send);
        case 'returned': {
          const returned = await send();
          shown.end(by, { taskId });
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
