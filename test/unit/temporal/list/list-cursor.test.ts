import { describe, expect, it } from '@jest/globals';

import { decodeCursor, encodeCursor } from '../../../../src/temporal/list/list-cursor.js';
import { TaskIdRing } from '../../../../src/temporal/start/task-id-ring.js';

const ids = new TaskIdRing(Buffer.alloc(32, 1));
const mine = 'me';
const pageToken = Uint8Array.from({ length: 40 }, (_, index) => index * 7);
const content = { tokens: { workflow: pageToken }, marks: ['abcdefgh'] };
const cursor = encodeCursor(ids, mine, content);
const [token = '', signature = ''] = cursor.split('.');

/** Another letter of the alphabet in place of the one at an index. */
function altered(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

describe('decodeCursor', () => {
  it('gives back what was encoded for this owner', () => {
    const decoded = decodeCursor(ids, mine, cursor);

    expect(Uint8Array.from(decoded.tokens.workflow ?? [])).toStrictEqual(pageToken);
    expect(decoded.marks).toStrictEqual(['abcdefgh']);
  });

  it('gives back an empty page token', () => {
    const empty = encodeCursor(ids, mine, { tokens: { activity: new Uint8Array() }, marks: [] });

    expect(decodeCursor(ids, mine, empty).tokens.activity).toHaveLength(0);
  });

  it('knows a cursor of another process with the same secret', () => {
    const replica = new TaskIdRing(Buffer.alloc(32, 1));

    expect(decodeCursor(replica, mine, cursor).tokens.workflow).toHaveLength(pageToken.length);
  });

  it.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['a text of its own', 'next page'],
    ['a number', '2'],
    ["Temporal's own page token", Buffer.from(pageToken).toString('base64')],
    ['the page token alone', token],
    ['the page token with an empty signature', `${token}.`],
    ['the signature alone', `.${signature}`],
    ['the parts the other way round', `${signature}.${token}`],
    ['a third part', `${cursor}.a`],
    ['a signature that is too short', cursor.slice(0, -3)],
    ['a signature that is too long', `${cursor}AAAA`],
    ['an altered page token', altered(cursor, 0)],
    ['an altered end of the page token', altered(cursor, token.length - 2)],
    ['an altered signature', altered(cursor, token.length + 1)],
    ['a page token that was made longer', `AAAA${cursor}`],
    ['letters that base64url does not have', `💥.💥`],
    ['a line feed before it', `\n${cursor}`],
  ])('refuses %s', (_what, text) => {
    expect(() => decodeCursor(ids, mine, text)).toThrow(
      expect.objectContaining({ name: 'TaskError', code: 'invalidCursor' }),
    );
  });

  it("refuses another owner's cursor", () => {
    expect(() => decodeCursor(ids, 'you', cursor)).toThrow(
      expect.objectContaining({ code: 'invalidCursor' }),
    );
  });

  it('refuses a cursor that was signed with another secret', () => {
    const other = new TaskIdRing(Buffer.alloc(32, 2));

    expect(() => decodeCursor(other, mine, cursor)).toThrow(
      expect.objectContaining({ code: 'invalidCursor' }),
    );
  });

  it('knows a cursor that was signed with a previous secret, and no longer once that is dropped', () => {
    const now = Buffer.alloc(32, 3);
    const rotated = new TaskIdRing(now, Buffer.alloc(32, 1));

    expect(decodeCursor(rotated, mine, cursor).tokens.workflow).toHaveLength(pageToken.length);
    expect(() => decodeCursor(rotated, 'you', cursor)).toThrow(
      expect.objectContaining({ code: 'invalidCursor' }),
    );
    expect(() => decodeCursor(new TaskIdRing(now, Buffer.alloc(32, 2)), mine, cursor)).toThrow(
      expect.objectContaining({ code: 'invalidCursor' }),
    );
  });

  it('says nothing of the cursor that it refuses', () => {
    expect(() => decodeCursor(ids, mine, 'secret.secret')).toThrow(/^(?!.*secret)/);
  });
});
