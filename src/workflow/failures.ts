import { ApplicationFailure } from '@temporalio/workflow';

/**
 * Types of the {@link ApplicationFailure}s that the helper throws. None is retryable: they say that a Workflow
 * asked for something that cannot be had.
 *
 * - `invalidInputRequest`: a question that breaks MCP's rules, or a name that is being asked already; nothing was published
 * - `invalidInputResponse`: ten answers in a row did not fit the form
 * - `samplingFailed`: the client's model gave no answer, or not in time; the first detail is the client's error, if any
 * - `stateTooLarge`: status message, progress and open questions together exceed 32 KB; nothing was published
 */
export const TaskFailureType = {
  invalidInputRequest: 'mcp.InvalidInputRequest',
  invalidInputResponse: 'mcp.InvalidInputResponse',
  samplingFailed: 'mcp.SamplingFailed',
  stateTooLarge: 'mcp.StateTooLarge',
} as const;
export type TaskFailureType = (typeof TaskFailureType)[keyof typeof TaskFailureType];

/** A failure that ends the Workflow unless it is caught. */
export function toFailure(
  type: TaskFailureType,
  message: string,
  ...details: unknown[]
): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type, ...details);
}
