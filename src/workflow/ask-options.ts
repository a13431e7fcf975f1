import { TaskFailureType, toFailure } from './failures.js';
import type { AskOptions } from './input-requests.js';
import type { QuestionOptions } from './questions.js';

/**
 * Returns the options of a question that the Workflow asks now. Its deadline counts from this moment.
 *
 * @throws {ApplicationFailure} `mcp.InvalidInputRequest` if `deadlineMs` is not a positive number.
 */
export function toAskOptions({ name, deadlineMs }: QuestionOptions): AskOptions {
  if (deadlineMs === undefined) return { name };
  if (!Number.isFinite(deadlineMs) || deadlineMs <= 0) {
    throw toFailure(
      TaskFailureType.invalidInputRequest,
      `deadlineMs must be a positive number of milliseconds, not ${deadlineMs}.`,
    );
  }
  return { name, deadlineAtMs: Date.now() + Math.ceil(deadlineMs) };
}
