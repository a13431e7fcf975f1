/** Where a list of several namespaces left off: in each of them somewhere else. */
import { isRecord } from '../../core/value/is-record.js';
import { invalidCursor } from '../link/invalid-cursor.js';

/** One cursor of several, by namespace: those that have ended are missing. */
export function encodeCursors(next: Iterable<readonly [string, string]>): string {
  return Buffer.from(JSON.stringify(Object.fromEntries(next))).toString('base64url');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
  } catch {
    throw invalidCursor();
  }
}

/**
 * The cursors in one, by namespace.
 *
 * @param names The namespaces of who lists. Those of somebody else are none.
 * @throws {TaskError} `invalidCursor` when there are none, or of others.
 */
export function decodeCursors(
  cursor: string,
  names: readonly string[],
): ReadonlyMap<string, string> {
  const value = parse(cursor);
  if (!isRecord(value)) throw invalidCursor();
  const cursors = Object.entries(value);
  if (cursors.some(([name, one]) => !names.includes(name) || typeof one !== 'string')) {
    throw invalidCursor();
  }
  return new Map(cursors as [string, string][]);
}
