import { describe, expect, it } from '@jest/globals';

import type { Audit, AuditRecord } from '../../../../src/core/audit.js';
import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import type { Task } from '../../../../src/core/task/task.js';
import type { Tasks } from '../../../../src/core/task/tasks.js';
import { asApprover, asOwner } from '../../../../src/core/task/viewer.js';
import { auditTasks } from '../../../../src/service/calls/audited-tasks.js';
import { rev2025 } from '../../../support/protocols.js';

const closed = { taskId: 't', toolName: 'job', phase: 'succeeded' } as Task;

/** An audit log that keeps its records in a list. */
function listen(): { audit: Audit; records: AuditRecord[] } {
  const records: AuditRecord[] = [];
  const record = (one: AuditRecord): void => void records.push(one);
  const audit: Audit = {
    within: (_origin, act) => act(),
    note: () => undefined,
    record,
    recordOnce: record,
  };
  return { audit, records };
}

/** Tasks that give every call the same answer. */
function answering(answer: () => unknown): Tasks {
  return new Proxy({} as Tasks, {
    get: () => async () => Promise.resolve(answer()),
  });
}
const refusing = (error: Error): (() => never) => {
  return () => {
    throw error;
  };
};

const options = { signal: new AbortController().signal, until: () => true };

describe('auditTasks', () => {
  it.each([
    [
      'cancel',
      { event: 'task.cancelled' },
      (t: Tasks) => t.cancel(asOwner({ owner: 'ada' }), 't', { protocol: rev2025 }),
    ],
    [
      'answer',
      { event: 'task.answered', questions: ['question'] },
      (t: Tasks) =>
        t.answer(asOwner({ owner: 'ada' }), 't', { question: 'hunter2', 'no key': 'hunter2' }),
    ],
    [
      'send',
      { event: 'task.message_sent' },
      (t: Tasks) =>
        t.send(asOwner({ owner: 'ada' }), 't', { kind: 'signal' } as Parameters<Tasks['send']>[2]),
    ],
  ])('writes down before and after: %s', async (_what, what, act) => {
    const done = listen();
    const failed = listen();
    const error = new TaskError(TaskErrorCode.taskTerminal, 'hunter2');

    await act(
      auditTasks(
        answering(() => ({ ...closed, tooLate: [] })),
        done.audit,
      ),
    );
    await expect(act(auditTasks(answering(refusing(error)), failed.audit))).rejects.toBe(error);

    const about = { ...what, principal: 'ada', taskId: 't' };
    expect(done.records).toStrictEqual([
      { ...about, outcome: 'begun' },
      { ...about, outcome: 'done' },
    ]);
    expect(failed.records).toStrictEqual([
      { ...about, outcome: 'begun' },
      { ...about, outcome: 'failed', reason: 'taskTerminal' },
    ]);
  });

  it.each([
    ['get', (t: Tasks) => t.get(asOwner({ owner: 'ada' }), 't')],
    ['waitFor', (t: Tasks) => t.waitFor(asOwner({ owner: 'ada' }), 't', options)],
    [
      'what it has returned',
      (t: Tasks) => t.send(asOwner({ owner: 'ada' }), 't', { kind: 'returned' }),
    ],
  ])('writes down that the end of a task was read: %s', async (_what, read) => {
    const { audit, records } = listen();

    await read(
      auditTasks(
        answering(() => closed),
        audit,
      ),
    );

    expect(records).toMatchObject([
      { event: 'task.outcome_read', outcome: 'done', principal: 'ada', taskId: 't' },
    ]);
  });

  it('writes down no reading of a task that is open', async () => {
    const { audit, records } = listen();
    const tasks = answering(() => ({ ...closed, phase: 'working' }));

    await auditTasks(tasks, audit).get(asOwner({ owner: 'ada' }), 't');

    expect(records).toStrictEqual([]);
  });
});

const by = { owner: 'ada', claims: { groups: ['finance'] } };

describe('auditTasks, for approvers', () => {
  it('writes down that an answer came too late', async () => {
    const { audit, records } = listen();
    const tasks = answering(() => ({ tooLate: ['i1'] }));

    await auditTasks(tasks, audit).answer(asApprover(by), 't', { i1: {} });

    expect(records.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
      ['begun', undefined],
      ['done', 'tooLate'],
    ]);
  });
});
