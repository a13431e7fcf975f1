/** Where a list of several namespaces left off: in each of them somewhere else. */
import { TaskError, TaskErrorCode } from '../core/errors.js';
import { isRecord } from '../core/is-record.js';

/** One cursor of several, by namespace: those that have ended are missing. */
export function encodeCursors(next: Iterable<readonly [string, string]>): string {
  return Buffer.from(JSON.stringify(Object.fromEntries(next))).toString('base64url');
}

/**
 * The cursors in one.
 *
 * @throws {TaskError} `invalidCursor` when there are none.
 */
export function decodeCursors(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new TaskError(
    TaskErrorCode.invalidCursor,
    'The cursor is not one that this server gave you: list again without one.',
  );
}
