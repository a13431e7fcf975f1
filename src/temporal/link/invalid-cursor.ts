import { TaskError, TaskErrorCode } from '../../core/errors.js';

/** The error of every cursor that is invalid for its caller. */
export function invalidCursor(): TaskError {
  return new TaskError(
    TaskErrorCode.invalidCursor,
    'The cursor is not one that this server gave you: list again without one.',
  );
}
