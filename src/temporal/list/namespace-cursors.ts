/** Positions in a list of several namespaces. */
import { isRecord } from '../../core/value/is-record.js';
import { invalidCursor } from '../link/invalid-cursor.js';

/** Joins the cursors of several namespaces. Ended lists are left out. */
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
 * Splits a joined cursor by namespace.
 *
 * @param names The caller's namespaces.
 * @throws {TaskError} `invalidCursor` if it has no cursors, or names other namespaces.
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
