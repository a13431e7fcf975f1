import { TaskError, TaskErrorCode } from '../../core/errors.js';

export function invalidCursor(): TaskError {
  return new TaskError(
    TaskErrorCode.invalidCursor,
    'The cursor is not one that this server gave you: list again without one.',
  );
}
