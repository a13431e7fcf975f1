import { describe, expect, it } from '@jest/globals';

import type { Audit, AuditRecord } from '../../../../src/core/audit.js';
import type { Approvals } from '../../../../src/core/question/approvals.js';
import { auditApprovals } from '../../../../src/service/calls/audited-approvals.js';
import { NO_APPROVALS } from '../../../../src/temporal/approve/temporal-approvals.js';

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
const there: Approvals = {
  listAsked: async () => Promise.resolve({ tasks: [asked] }),
  getAsked: async () => Promise.resolve(asked),
  answerAsked: async () => Promise.resolve({ tooLate: [] }),
  readPast: async () => Promise.resolve({ toolName: 'pay' }),
};

describe('auditApprovals', () => {
  it('writes down who was shown what, and who has answered which questions, and no answer', async () => {
    const { audit, records } = listen();
    const audited = auditApprovals(there, audit);

    expect(await audited.listAsked(by)).toStrictEqual({ tasks: [asked] });
    expect(await audited.getAsked('t', by)).toBe(asked);
    await audited.answerAsked('t', by, { i1: { content: 'hunter2' } });

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
    const late: Approvals = {
      ...there,
      answerAsked: async () => Promise.resolve({ tooLate: ['i1'] }),
    };

    expect(await auditApprovals(late, audit).answerAsked('t', by, { i1: {} })).toStrictEqual({
      tooLate: ['i1'],
    });

    expect(records.map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
      ['begun', undefined],
      ['done', 'tooLate'],
    ]);
  });

  it('writes down look-ups that find nothing', async () => {
    const { audit, records } = listen();
    const audited = auditApprovals(NO_APPROVALS, audit);

    await expect(audited.getAsked('t', by)).rejects.toMatchObject({ code: 'taskNotFound' });
    await expect(audited.answerAsked('t', by, {})).rejects.toMatchObject({ code: 'taskNotFound' });

    expect(records.map(({ event, outcome, count }) => [event, outcome, count])).toStrictEqual([
      ['task.lookup_failed', 'failed', 1],
      ['task.answered', 'begun', undefined],
      ['task.lookup_failed', 'failed', 2],
      ['task.answered', 'failed', undefined],
    ]);
  });
});
