import { ApplicationFailure } from '@temporalio/workflow';

/**
 * Types of the {@link ApplicationFailure}s that the helper throws. They are not retryable: a retry would ask for the
 * same thing again.
 *
 * - `invalidInputRequest`: the question breaks MCP's rules, or its name belongs to an open question; nothing was
 * published
 * - `invalidInputResponse`: ten answers in a row did not fit the form
 * - `samplingFailed`: the client's model gave no valid answer in time; the first detail is the client's error, if any
 * - `stateTooLarge`: status message, progress and open questions together exceed 32 KB; nothing was published
 */
export const TaskFailureType = {
  invalidInputRequest: 'mcp.InvalidInputRequest',
  invalidInputResponse: 'mcp.InvalidInputResponse',
  samplingFailed: 'mcp.SamplingFailed',
  stateTooLarge: 'mcp.StateTooLarge',
} as const;
export type TaskFailureType = (typeof TaskFailureType)[keyof typeof TaskFailureType];

/** Makes a failure that ends the Workflow unless the Workflow catches it. */
export function toFailure(
  type: TaskFailureType,
  message: string,
  ...details: unknown[]
): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type, ...details);
}
