import { timingSafeEqual } from 'node:crypto';

import type { TaskKind } from '../../core/task/task-id.js';
import { invalidCursor } from '../link/invalid-cursor.js';
import type { TaskIdFactory } from '../start/task-id-factory.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

/**
 * The cursor of a task list: `<base64url of its content>.<base64url of a keyed hash>`.
 *
 * Temporal's own page tokens are plain and not bound to a query, and a changed token causes a retried error. The hash
 * covers the owner tag, so that another owner's cursor is refused. A cursor with a previous secret's hash stays valid,
 * since page tokens are positions that do not depend on the filter.
 */
export interface ListCursor {
  /**
   * Temporal's page token for each kind of execution that has more rows. An empty one is the first page, of which
   * earlier pages have shown a part.
   */
  readonly tokens: Readonly<Partial<Record<TaskKind, Uint8Array>>>;
  /** Marks of tasks that earlier pages have shown and that may come again. Later pages leave them out. */
  readonly marks: readonly string[];
}

const SIGNATURE_BYTES = 16;

function sign(ids: TaskIdFactory, owner: string, content: string): Buffer {
  return ids.sign('list-cursor', ids.ownerTag(owner), content).subarray(0, SIGNATURE_BYTES);
}

function isSignature(signature: Buffer, expected: Buffer): boolean {
  return signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected);
}

/** Encodes a cursor for one owner. */
export function encodeCursor(ids: TaskIdRing, owner: string, cursor: ListCursor): string {
  const { tokens, marks } = cursor;
  const encoded = Object.entries(tokens).map(
    ([kind, token]) => [kind, Buffer.from(token).toString('base64')] as const,
  );
  const content = Buffer.from(JSON.stringify([Object.fromEntries(encoded), ...marks])).toString(
    'base64url',
  );
  return `${content}.${sign(ids.current, owner, content).toString('base64url')}`;
}

/**
 * Decodes a cursor.
 *
 * @throws {TaskError} `invalidCursor` for any text that was not encoded as a cursor for this owner.
 */
export function decodeCursor(ids: TaskIdRing, owner: string, text: string): ListCursor {
  const [content = '', signatureText = '', ...rest] = text.split('.');
  const signature = Buffer.from(signatureText, 'base64url');
  const isOurs = ids.all.some((factory) => isSignature(signature, sign(factory, owner, content)));
  if (rest.length > 0 || !isOurs) throw invalidCursor();
  const [encoded, ...marks] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
    Readonly<Partial<Record<TaskKind, string>>>,
    ...string[],
  ];
  const tokens = Object.entries(encoded).map(
    ([kind, token]) => [kind, Buffer.from(token, 'base64')] as const,
  );
  return { tokens: Object.fromEntries(tokens), marks };
}
