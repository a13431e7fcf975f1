import type { WorkflowExecutionDescription } from '@temporalio/client';

import {
  META_MEMO_KEY,
  parseTaskMeta,
  parseWorkflowState,
  STATE_MEMO_KEY,
  type TaskMeta,
  type WorkflowState,
} from '../core/contract.js';

import type { TemporalCalls } from './temporal-calls.js';

/** What one DescribeWorkflowExecution tells of the execution behind a task. */
export interface DescribedExecution {
  readonly runId: string;
  /** The first run of the chain; differs from `runId` after continue-as-new, a workflow retry or a reset. */
  readonly firstRunId: string;
  readonly isOpen: boolean;
  readonly isPaused: boolean;
  readonly cancelRequested: boolean;
  /** ISO 8601. */
  readonly closedAt: string | undefined;
  /** Absent when the execution was not started by this server. */
  readonly meta: TaskMeta | undefined;
  readonly state: WorkflowState | undefined;
  readonly raw: WorkflowExecutionDescription['raw'];
}

/**
 * Reads an execution. Strongly consistent, needs no Worker, and leaves no trace in the history.
 *
 * @param runId The current run when absent.
 */
export async function describeExecution(
  calls: TemporalCalls,
  workflowId: string,
  runId?: string,
): Promise<DescribedExecution> {
  const description = await calls.run(async (client) =>
    client.workflow.getHandle(workflowId, runId).describe(),
  );
  const { raw, memo, status, closeTime } = description;
  return {
    runId: description.runId,
    firstRunId: raw.workflowExecutionInfo?.firstRunId ?? description.runId,
    isOpen: status.name === 'RUNNING' || status.name === 'PAUSED',
    isPaused: status.name === 'PAUSED',
    cancelRequested: raw.workflowExtendedInfo?.cancelRequested ?? false,
    closedAt: closeTime?.toISOString(),
    meta: parseTaskMeta(memo?.[META_MEMO_KEY]),
    state: parseWorkflowState(memo?.[STATE_MEMO_KEY]),
    raw,
  };
}
