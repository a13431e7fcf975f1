/** Explains to the operator which questions of a tool a caller may answer. The rule for answers is the same. */
import type { Caller } from '../../core/person/caller.js';
import { findUnmet, type UnmetRule } from '../../core/person/claims.js';
import { type Approvers, mayApprove } from '../../core/question/approvers.js';

export interface ApprovalReport {
  /** The caller may answer questions of others. Other callers do not find them. */
  readonly others: boolean;
  /** Missing claims; empty if the caller may answer, or if `approvers` has names only. */
  readonly unmet: readonly UnmetRule[];
  /** The caller may answer questions of their own tasks; `false`: another person must. */
  readonly own: boolean;
}

/** Explains which questions of a tool with approvers a caller may answer. */
export function explainApprovals(approvers: Approvers, by: Caller): ApprovalReport {
  const others = mayApprove(approvers, by);
  const { allow = {}, ownerMayAnswer: own } = approvers;
  return { others, unmet: others ? [] : findUnmet(allow, by.claims ?? {}), own };
}
