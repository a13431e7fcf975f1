import { type Audit, AuditEvent } from '../../core/audit.js';
import type { Approvals } from '../../core/question/approvals.js';

import { TaskAuditor } from './audited-tasks.js';

/** The same approvals, of which everything that is asked is written down: who, which task, and what came of it. */
export function auditApprovals(approvals: Approvals, audit: Audit): Approvals {
  const auditor = new TaskAuditor(audit);
  return {
    listAsked: async (by, options) => {
      const page = await approvals.listAsked(by, options);
      audit.mustRecord({ event: AuditEvent.approvalsListed, outcome: 'done', principal: by.owner });
      return page;
    },
    getAsked: async (taskId, by) => {
      const { owner } = by;
      const task = await auditor.read({ taskId, owner }, async () =>
        approvals.getAsked(taskId, by),
      );
      const about = { principal: owner, taskId, tool: task.toolName };
      audit.mustRecord({ ...about, event: AuditEvent.approvalRead, outcome: 'done' });
      return task;
    },
    readPast: async (taskId, by, query) =>
      auditor.read({ taskId, owner: by.owner }, async () => {
        const past = await approvals.readPast(taskId, by, query);
        const about = { principal: by.owner, taskId, tool: past.toolName };
        audit.mustRecord({ ...about, event: AuditEvent.approvalRead, outcome: 'done' });
        return past;
      }),
    answerAsked: async (taskId, by, responses) =>
      auditor.answer({ taskId, owner: by.owner }, responses, async () =>
        approvals.answerAsked(taskId, by, responses),
      ),
  };
}
