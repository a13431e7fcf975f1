import { describe, expect, it } from '@jest/globals';

import type { Audit, AuditRecord } from '../../../../src/core/audit.js';
import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { toApprovals } from '../../../../src/core/task/approvals.js';
import type { Tasks } from '../../../../src/core/task/tasks.js';
import { auditTasks } from '../../../../src/service/calls/audited-tasks.js';

function listen(): { readonly audit: Audit; readonly records: AuditRecord[] } {
  const records: AuditRecord[] = [];
  const record = (one: AuditRecord): void => void records.push(one);
  const audit: Audit = {
    ...{ within: (_origin, act) => act(), note: () => undefined },
    ...{ record, mustRecord: record, mustRecordOnce: record },
  };
  return { audit, records };
}

const by = { owner: 'ada', claims: { groups: ['finance'] } };
const asked = { taskId: 't', toolName: 'pay', createdAt: '', askedAt: '', questions: {} };
const notFound = async (): Promise<never> =>
  Promise.reject(new TaskError(TaskErrorCode.taskNotFound, 'Task not found.'));

/** What approvers are shown and may do, over tasks that answer as they are told, by the name of the call. */
function audited(audit: Audit, answers: Readonly<Record<string, () => Promise<unknown>>>) {
  const tasks = new Proxy({} as Tasks, { get: (_target, name) => answers[String(name)] });
  return toApprovals(auditTasks(tasks, audit));
}

const there = {
  list: async () => Promise.resolve({ tasks: [asked] }),
  get: async () => Promise.resolve(asked),
  answer: async () => Promise.resolve({ tooLate: [] }),
};

describe('auditTasks, for approvers', () => {
  it('writes down who was shown what, and who has answered which questions, and no answer', async () => {
    const { audit, records } = listen();
    const approvals = audited(audit, there);

    expect(await approvals.listAsked(by)).toStrictEqual({ tasks: [asked] });
    expect(await approvals.getAsked('t', by)).toBe(asked);
    await approvals.answerAsked('t', by, { i1: { content: 'hunter2' } });

    const about = { principal: 'ada', taskId: 't' };
    const answered = { ...about, event: 'task.answered', questions: ['i1'] };
    expect(records).toStrictEqual([
      { event: 'approvals.listed', outcome: 'done', principal: 'ada' },
      { ...about, event: 'approval.read', outcome: 'done', tool: 'pay' },
      { ...answered, outcome: 'begun' },
      { ...answered, outcome: 'done' },
    ]);
  });

  it('writes down that an answer came too late', async () => {
    const { audit, records } = listen();
    const answer = async () => Promise.resolve({ tooLate: ['i1'] });

    await audited(audit, { answer }).answerAsked('t', by, { i1: {} });

    expect(records.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
      ['begun', undefined],
      ['done', 'tooLate'],
    ]);
  });

  it('writes down look-ups that find nothing', async () => {
    const { audit, records } = listen();
    const approvals = audited(audit, { get: notFound, answer: notFound });

    await expect(approvals.getAsked('t', by)).rejects.toMatchObject({ code: 'taskNotFound' });
    await expect(approvals.answerAsked('t', by, {})).rejects.toMatchObject({
      code: 'taskNotFound',
    });

    expect(records.map(({ event, outcome, count }) => [event, outcome, count])).toStrictEqual([
      ['task.lookup_failed', 'failed', 1],
      ['task.answered', 'begun', undefined],
      ['task.lookup_failed', 'failed', 2],
      ['task.answered', 'failed', undefined],
    ]);
  });
});
