/** Errors of content that cannot be read, with a general message for the owner and the cause for the operator. */
import { TaskError, TaskErrorCode } from '../../core/errors.js';

/** A location outside the manifest's place. */
export function notUnderPlace(): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'The result is stored where this server may not read. Tell its operator.',
    { cause: new Error('The location is outside of "within" of the manifest') },
  );
}

/** Content above the manifest's limit. */
export function tooLarge(maxBytes: number): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    `The stored result has more than the ${maxBytes} bytes that this server reads. Tell its operator.`,
  );
}

/** Content that cannot be read, for example because of an unexpected answer. */
export function notReadable(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    'The stored result cannot be read. Tell the operator of this server.',
    { cause },
  );
}

/** Content that cannot be read now. */
export function notNow(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    'The stored result cannot be read at the moment. Try again later.',
    { cause },
  );
}
