import { workflowInfo } from '@temporalio/workflow';

/**
 * Where this run starts to count when no earlier one has handed its counters on: at 1, or, after a retry or a plain
 * `continueAsNew`, at a number past all that was counted before. So no number is used twice in the life of a task.
 */
export function countFrom(): number {
  const { attempt, continuedFromExecutionRunId } = workflowInfo();
  return attempt === 1 && continuedFromExecutionRunId === undefined ? 1 : Date.now();
}
