import { describe, expect, it } from '@jest/globals';

import type { Audit, AuditRecord } from '../../../../src/core/audit.js';
import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import type { TaskRequest } from '../../../../src/core/task/task-message.js';
import { withSteps } from '../../../../src/core/task/task-steps.js';
import type { CreateTaskRequest, Tasks } from '../../../../src/core/task/tasks.js';
import { asApprover, asOwner } from '../../../../src/core/task/viewer.js';
import { auditTasks } from '../../../../src/service/calls/audit-tasks.js';
import { rev2025 } from '../../../support/protocols.js';

const { signal } = new AbortController();
const ada = { owner: 'ada', claims: { groups: ['finance'] } };
const owner = asOwner(ada);
const approver = asApprover(ada);
const closed = { taskId: 't', toolName: 'job', phase: 'succeeded', tooLate: [], tasks: [] };

/** Tasks that give every call the same answer, and the audit log of their calls. */
function audited(answer: () => unknown): { tasks: Tasks; records: AuditRecord[] } {
  const records: AuditRecord[] = [];
  const record = (one: AuditRecord): void => void records.push(one);
  const audit: Audit = {
    within: (_origin, act) => act(),
    note: () => undefined,
    record,
    recordOnce: record,
  };
  const call = async (): Promise<never> => Promise.resolve(answer() as never);
  const port: Tasks = {
    create: call,
    get: call,
    waitFor: call,
    cancel: call,
    answer: call,
    send: call,
    list: call,
    listQueue: call,
    listDecided: call,
    readDecision: call,
    history: call,
  };
  return { tasks: withSteps(auditTasks(audit), async () => Promise.resolve(port)), records };
}

const refuse = (code: TaskErrorCode) => (): never => {
  throw new TaskError(code, 'hunter2');
};
const sends =
  (kind: TaskRequest['kind']) =>
  async (tasks: Tasks): Promise<unknown> =>
    tasks.send(owner, 't', { kind } as TaskRequest);
const LOOK_UP_FAILED = 'task.lookup_failed failed';

/** A call, what it writes, and what it writes if there is no such task. */
interface Row {
  readonly call: (tasks: Tasks) => Promise<unknown>;
  readonly writes: readonly string[];
  readonly missing: readonly string[];
}

function acts(event: string, call: Row['call']): Row {
  const missing = [`${event} begun`, LOOK_UP_FAILED, `${event} failed`];
  return { call, writes: [`${event} begun`, `${event} done`], missing };
}

function reads(event: string | undefined, call: Row['call']): Row {
  const writes = event === undefined ? [] : [`${event} done`];
  return { call, writes, missing: [LOOK_UP_FAILED] };
}

/** Both tables are total, so an operation that nobody has decided on does not compile. */
const SENT: Readonly<Record<TaskRequest['kind'], Row>> = {
  query: acts('task.message_sent', sends('query')),
  signal: acts('task.message_sent', sends('signal')),
  update: acts('task.message_sent', sends('update')),
  returned: reads('task.outcome_read', sends('returned')),
  updateResult: reads(undefined, sends('updateResult')),
  clientTask: reads(undefined, sends('clientTask')),
};
const CALLS: Readonly<Record<Exclude<keyof Tasks, 'send'>, Row>> = {
  create: {
    call: async (tasks) => tasks.create(owner, { tool: {} } as CreateTaskRequest),
    writes: ['task.created done'],
    missing: [],
  },
  get: reads('task.outcome_read', async (tasks) => tasks.get(owner, 't')),
  waitFor: reads('task.outcome_read', async (tasks) =>
    tasks.waitFor(owner, 't', { signal, until: () => true }),
  ),
  cancel: acts('task.cancelled', async (tasks) => tasks.cancel(owner, 't', { protocol: rev2025 })),
  answer: acts('task.answered', async (tasks) => tasks.answer(owner, 't', {})),
  list: {
    call: async (tasks) => tasks.list(owner),
    writes: ['tasks.listed done'],
    missing: [],
  },
  listQueue: {
    call: async (tasks) => tasks.listQueue([owner]),
    writes: ['tasks.listed done'],
    missing: [],
  },
  listDecided: {
    call: async (tasks) => tasks.listDecided(owner),
    writes: ['tasks.listed done'],
    missing: [],
  },
  readDecision: reads(undefined, async (tasks) => tasks.readDecision(owner, 't', 'i1')),
  history: reads(undefined, async (tasks) => tasks.history(owner, 't')),
};
const OF_APPROVERS = {
  'get, by an approver': reads('approval.read', async (tasks) => tasks.get(approver, 't')),
  'answer, by an approver': acts('task.answered', async (tasks) => tasks.answer(approver, 't', {})),
  'listQueue, in both roles': {
    call: async (tasks: Tasks) => tasks.listQueue([owner, approver]),
    writes: ['tasks.listed done', 'approvals.listed done'],
    missing: [],
  },
  'readDecision, by an approver': reads('approval.read', async (tasks) =>
    tasks.readDecision(approver, 't', 'i1'),
  ),
};
const ROWS = Object.entries<Row>({ ...CALLS, ...SENT, ...OF_APPROVERS });

const toLines = (records: readonly AuditRecord[]): string[] =>
  records.map(({ event, outcome }) => `${event} ${outcome}`);

describe('the audit log of the task port', () => {
  it.each(ROWS)('has what is done, and by whom: %s', async (_name, { call, writes }) => {
    const { tasks, records } = audited(() => closed);
    await call(tasks);

    expect(toLines(records)).toEqual(writes);
    for (const record of records) expect(record.principal).toBe('ada');
  });

  it.each(ROWS)('has each look-up that finds nothing: %s', async (_name, { call, missing }) => {
    const { tasks, records } = audited(refuse(TaskErrorCode.taskNotFound));
    await expect(call(tasks)).rejects.toMatchObject({ code: 'taskNotFound' });

    expect(toLines(records)).toEqual(missing);
  });

  it('has the keys of answered questions, and nothing that a person or an error has said', async () => {
    const given = { question: 'hunter2', 'no key': 'hunter2' };
    const done = audited(() => closed);
    const failed = audited(refuse(TaskErrorCode.taskTerminal));
    await done.tasks.answer(owner, 't', given);
    await expect(failed.tasks.answer(owner, 't', given)).rejects.toThrow('hunter2');

    const about = {
      event: 'task.answered',
      principal: 'ada',
      taskId: 't',
      questions: ['question'],
    };
    const begun = { ...about, outcome: 'begun' };
    expect(done.records).toEqual([begun, { ...about, outcome: 'done' }]);
    expect(failed.records).toEqual([
      begun,
      { ...about, outcome: 'failed', reason: 'taskTerminal' },
    ]);
  });

  it('has no reading of a task that is open', async () => {
    const { tasks, records } = audited(() => ({ ...closed, phase: 'working' }));
    await tasks.get(owner, 't');

    expect(records).toEqual([]);
  });

  it('says that an answer came too late', async () => {
    const { tasks, records } = audited(() => ({ tooLate: ['i1'] }));
    await tasks.answer(approver, 't', { i1: {} });

    expect(records.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['begun', undefined],
      ['done', 'tooLate'],
    ]);
  });

  it('counts the failed look-ups of each principal', async () => {
    const { tasks, records } = audited(refuse(TaskErrorCode.taskNotFound));
    for (const by of [owner, asOwner({ owner: 'eve' }), owner]) {
      await tasks.get(by, 't').catch(() => undefined);
    }

    expect(records).toMatchObject([{ count: 1 }, { count: 1 }, { count: 2 }]);
  });
});
