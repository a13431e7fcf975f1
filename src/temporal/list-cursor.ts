import { timingSafeEqual } from 'node:crypto';

import { TaskError, TaskErrorCode } from '../core/errors.js';

import type { TaskIdFactory } from './task-id-factory.js';

/**
 * The cursor of a task list: `<base64url of Temporal's page token>.<base64url of a keyed hash>`.
 *
 * Temporal's own tokens are plain, not bound to a query, and answered with a retried error when altered. The
 * hash covers the owner tag, so that one owner's cursor is refused for another.
 */
const SIGNATURE_BYTES = 16;

function sign(ids: TaskIdFactory, ownerTag: string, pageToken: string): Buffer {
  return ids.sign('list-cursor', ownerTag, pageToken).subarray(0, SIGNATURE_BYTES);
}

/** The cursor that stands for one of Temporal's page tokens, for one owner. */
export function encodeCursor(ids: TaskIdFactory, ownerTag: string, pageToken: Uint8Array): string {
  const token = Buffer.from(pageToken).toString('base64url');
  return `${token}.${sign(ids, ownerTag, token).toString('base64url')}`;
}

/**
 * The page token in a cursor.
 *
 * @throws {TaskError} `invalidCursor` for anything but a cursor that was encoded for this owner.
 */
export function decodeCursor(ids: TaskIdFactory, ownerTag: string, cursor: string): Uint8Array {
  const [token = '', signature = '', ...rest] = cursor.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(ids, ownerTag, token);
  if (
    rest.length > 0 ||
    given.byteLength !== expected.byteLength ||
    !timingSafeEqual(given, expected)
  ) {
    throw new TaskError(
      TaskErrorCode.invalidCursor,
      'The cursor is not one that this server gave you: list again without one.',
    );
  }
  return Buffer.from(token, 'base64url');
}
