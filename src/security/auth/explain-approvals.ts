/** What somebody may answer of a tool's questions, and why: by the rule that answers go by, in words for whoever runs the server. */
import type { Identity } from '../../core/person/caller.js';
import { findUnmet, type UnmetRule } from '../../core/person/claims.js';
import { type Approvers, mayApprove } from '../../core/question/approvers.js';

/** Whose questions somebody may answer. */
export interface ApprovalReport {
  /** Those of tasks of others in the same tenant. For who may not, they are not there. */
  readonly others: boolean;
  /** Which claims they would have to have; none where they may, and where `approvers` goes by names alone. */
  readonly unmet: readonly UnmetRule[];
  /** Those of tasks of their own; where not, it takes four eyes. */
  readonly own: boolean;
}

/** Says whose questions somebody may answer, of a tool that has approvers. */
export function explainApprovals(approvers: Approvers, by: Identity): ApprovalReport {
  const others = mayApprove(approvers, by);
  const { allow = {}, ownerMayAnswer: own } = approvers;
  return { others, unmet: others ? [] : findUnmet(allow, by.claims ?? {}), own };
}
