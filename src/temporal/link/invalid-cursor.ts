import { TaskError, TaskErrorCode } from '../../core/errors.js';

/** What is said of any cursor that is not one for whoever brings it. */
export function invalidCursor(): TaskError {
  return new TaskError(
    TaskErrorCode.invalidCursor,
    'The cursor is not one that this server gave you: list again without one.',
  );
}
