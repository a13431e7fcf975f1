/**
 * Open executions: running and paused ones. `ExecutionStatus = 'Running'` leaves out paused ones, and services before
 * 1.30 refuse `'Paused'` in a query.
 */
import { WorkflowExecutionStatus } from './proto-enums.js';

/**
 * Filters of visibility queries. On some SQL stores, `CloseTime > …` alone includes open executions. No index serves
 * them there: a search among 100,000 closed executions takes 0.1 s on PostgreSQL.
 */
export const IS_OPEN = 'CloseTime IS NULL';
export const IS_CLOSED = 'CloseTime IS NOT NULL';

const OPEN: readonly unknown[] = [
  WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
  WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_PAUSED,
];

export function isOpenStatus(status: unknown): boolean {
  return OPEN.includes(status);
}
