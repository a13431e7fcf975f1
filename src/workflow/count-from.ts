import { workflowInfo } from '@temporalio/workflow';

/**
 * The first number of this run if no earlier run has handed its counters on: 1, or, after a retry or a plain
 * `continueAsNew`, the current time. So no number is used twice in the life of a task.
 */
export function countFrom(): number {
  const { attempt, continuedFromExecutionRunId } = workflowInfo();
  return attempt === 1 && continuedFromExecutionRunId === undefined ? 1 : Date.now();
}
