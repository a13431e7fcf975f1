import { type Audit, AuditEvent, type AuditRecord } from '../../core/audit.js';
import { hasCode, isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { AskedTask } from '../../core/question/asked-task.js';
import type { TaskRequest } from '../../core/task/task-message.js';
import { isClosed } from '../../core/task/task-status.js';
import type { PortStep } from '../../core/task/task-steps.js';
import type { Task } from '../../core/task/task.js';
import { isApprover, type Viewer } from '../../core/task/viewer.js';

import { toAnswerNote, toQuestionKeys } from './call/answered-questions.js';
import { growingCache } from './call/growing-cache.js';

/** Number of principals whose failed look-ups are counted. */
const MAX_PRINCIPALS = 10_000;

type Subject = Pick<AuditRecord, 'principal' | 'taskId' | 'questions'>;

function toReason(error: unknown): string {
  return isTaskError(error) ? error.code : TaskErrorCode.internal;
}

/** Records an action before and after it. */
async function auditAct<Result>(
  audit: Audit,
  {
    toNote = () => undefined,
    ...about
  }: Subject & {
    readonly event: AuditEvent;
    readonly toNote?: ((result: Result) => string | undefined) | undefined;
  },
  act: () => Promise<Result>,
): Promise<Result> {
  audit.record({ ...about, outcome: 'begun' });
  try {
    const result = await act();
    const reason = toNote(result);
    audit.record({ ...about, outcome: 'done', reason });
    return result;
  } catch (error) {
    audit.record({ ...about, outcome: 'failed', reason: toReason(error) });
    throw error;
  }
}

/** The records of each kind of message. */
const SENT: Readonly<Record<TaskRequest['kind'], 'act' | 'readsEnd' | 'pass'>> = {
  query: 'act',
  signal: 'act',
  update: 'act',
  returned: 'readsEnd',
  updateResult: 'pass',
  clientTask: 'pass',
};

/** Records actions before and after them, and what people have read. */
function auditActs(audit: Audit): PortStep {
  const showApproval = (by: Viewer, about: Pick<AuditRecord, 'taskId' | 'tool'>): void => {
    const { owner: principal } = by.caller;
    audit.record({ ...about, event: AuditEvent.approvalRead, outcome: 'done', principal });
  };
  const showPage = <Page>(viewers: readonly Viewer[], page: Page): Page => {
    for (const by of viewers) {
      const event = isApprover(by) ? AuditEvent.approvalsListed : AuditEvent.tasksListed;
      audit.record({ event, outcome: 'done', principal: by.caller.owner });
    }
    return page;
  };
  const showEnd = (by: Viewer, about: Pick<AuditRecord, 'taskId' | 'tool'>): void => {
    const { owner: principal } = by.caller;
    audit.recordOnce({ ...about, event: AuditEvent.outcomeRead, outcome: 'done', principal });
  };
  const show = <Seen extends Task | AskedTask>(by: Viewer, task: Seen): Seen => {
    const { taskId, toolName: tool } = task;
    if (isApprover(by)) showApproval(by, { taskId, tool });
    else if ('phase' in task && isClosed(task.phase)) showEnd(by, { taskId, tool });
    return task;
  };
  return {
    create: async (next, by, request) => {
      const task = await next(by, request);
      const { owner: principal } = by.caller;
      const reason = task.isRepeat ? 'repeat' : task.isShared ? 'shared' : undefined;
      const about = { principal, tool: request.tool.name, taskId: task.taskId, reason };
      audit.record({ ...about, event: AuditEvent.taskCreated, outcome: 'done' });
      return task;
    },
    get: async (next, ...args) => show(args[0], await next(...args)),
    waitFor: async (next, ...args) => show(args[0], await next(...args)),
    cancel: async (next, ...args) => {
      const [by, taskId] = args;
      const about = { event: AuditEvent.taskCancelled, principal: by.caller.owner, taskId };
      return auditAct(audit, about, async () => next(...args));
    },
    answer: async (next, ...args) => {
      const [by, taskId, responses] = args;
      const about = {
        event: AuditEvent.taskAnswered,
        principal: by.caller.owner,
        taskId,
        questions: toQuestionKeys(responses),
        toNote: toAnswerNote,
      };
      return auditAct(audit, about, async () => next(...args));
    },
    send: async (next, ...args) => {
      const [by, taskId, request] = args;
      const decision = SENT[request.kind];
      if (decision === 'act') {
        const about = { event: AuditEvent.messageSent, principal: by.caller.owner, taskId };
        return auditAct(audit, about, async () => next(...args));
      }
      const outcome = await next(...args);
      if (decision === 'readsEnd') showEnd(by, { taskId });
      return outcome;
    },
    list: async (next, ...args) => showPage([args[0]], await next(...args)),
    listQueue: async (next, ...args) => showPage(args[0], await next(...args)),
    listDecided: async (next, ...args) => showPage([args[0]], await next(...args)),
    readDecision: async (next, ...args) => {
      const [by, taskId] = args;
      const past = await next(...args);
      if (isApprover(by)) showApproval(by, { taskId, tool: past.toolName });
      return past;
    },
    history: 'pass',
  };
}

/** Records look-ups that find no task, with the number of the principal's failed look-ups. */
function auditLookups(audit: Audit): PortStep {
  const failed = growingCache<number>({ max: MAX_PRINCIPALS });
  const lookUp = async <Args extends readonly [Viewer, string, ...unknown[]], Result>(
    next: (...args: Args) => Promise<Result>,
    ...args: Args
  ): Promise<Result> => {
    try {
      return await next(...args);
    } catch (error) {
      if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
      const [by, taskId] = args;
      const { owner: principal } = by.caller;
      const count = (failed.get(principal) ?? 0) + 1;
      failed.set(principal, count);
      audit.record({ event: AuditEvent.lookupFailed, outcome: 'failed', principal, taskId, count });
      throw error;
    }
  };
  return {
    create: 'pass',
    get: lookUp,
    waitFor: lookUp,
    cancel: lookUp,
    answer: lookUp,
    send: lookUp,
    list: 'pass',
    listQueue: 'pass',
    listDecided: 'pass',
    readDecision: lookUp,
    history: lookUp,
  };
}

/** Records each action on tasks and each look-up that fails, with caller, task and outcome. */
export function auditTasks(audit: Audit): readonly PortStep[] {
  return [auditActs(audit), auditLookups(audit)];
}
