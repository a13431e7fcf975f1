/** What is said of content that cannot be read: to its owner in general, and to the operator as a cause. */
import { TaskError, TaskErrorCode } from '../../core/errors.js';

/** The location is not where the manifest allows one. */
export function notUnderPlace(): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'The result is stored where this server may not read. Tell its operator.',
    { cause: new Error('The location is not under the place that the manifest names') },
  );
}

/** There is more of it than the manifest allows. */
export function tooLarge(maxBytes: number): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    `The stored result has more than the ${maxBytes} bytes that this server reads. Tell its operator.`,
  );
}

/** The place answers in another way than it should. */
export function notReadable(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'The stored result cannot be read. Tell the operator of this server.',
    { cause },
  );
}

/** It may be there, but not now. */
export function notNow(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    'The stored result cannot be read at the moment. Try again later.',
    { cause },
  );
}
