import { TaskFailureType, toFailure } from './failures.js';
import type { AskOptions } from './input-requests.js';
import type { QuestionOptions } from './questions.js';

/**
 * Options of a question that is asked now: its deadline counts from this moment.
 *
 * @throws {ApplicationFailure} `mcp.InvalidInputRequest` when `deadlineMs` is no positive number.
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
