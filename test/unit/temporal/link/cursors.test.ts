import { describe, expect, it } from '@jest/globals';

import { createSealer } from '../../../../src/security/sealing/create-sealer.js';
import { Cursors } from '../../../../src/temporal/link/cursors.js';

const secret = Buffer.alloc(32, 1);
const of = { owner: 'me', taskId: 'task' };
const place = { token: 'AAEC', marks: ['abcdefgh'] };

const listOf = (
  { kind = 'tasks', namespace = 'default' } = {},
  [by, previous]: readonly [Buffer, Buffer?] = [secret],
): Cursors<typeof place> => new Cursors(createSealer(by, previous), kind, namespace);

/** Another letter of the alphabet in place of the one at an index. */
function altered(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
}

describe('a cursor', () => {
  it.each([
    ['another process with the same secret', listOf()],
    [
      'a process that has its secret as the previous one',
      listOf({}, [Buffer.alloc(32, 3), secret]),
    ],
  ])('goes on at its place in %s', async (_where, list) => {
    expect(await list.open(of, await listOf().seal(of, place))).toStrictEqual(place);
  });

  it.each([
    ['another owner', listOf(), { ...of, owner: 'you' }],
    ['another task', listOf(), { ...of, taskId: 'other' }],
    ['a list without a task', listOf(), { owner: 'me' }],
    ['another list', listOf({ kind: 'queue' }), of],
    ['another namespace', listOf({ namespace: 'other' }), of],
    ['another secret', listOf({}, [Buffer.alloc(32, 2)]), of],
  ])('is refused for %s', async (_for, list, whose) => {
    const cursor = await listOf().seal(of, place);

    await expect(list.open(whose, cursor)).rejects.toMatchObject({ code: 'invalidCursor' });
  });

  it.each([
    ['nothing', () => ''],
    ['a text of its own', () => 'secret.secret'],
    ["Temporal's own page token", () => 'AAEC'],
    ['an altered cursor', (cursor: string) => altered(cursor, cursor.length - 5)],
    ['a longer cursor', (cursor: string) => `${cursor}.a`],
    ['a cut cursor', (cursor: string) => cursor.slice(0, -3)],
    ['a line feed before it', (cursor: string) => `\n${cursor}`],
  ])('is refused without a word of it if it is %s', async (_what, spoil) => {
    const cursor = await listOf().seal(of, place);

    await expect(listOf().open(of, spoil(cursor))).rejects.toMatchObject({
      code: 'invalidCursor',
      message: 'The cursor is not one that this server gave you: list again without one.',
    });
  });
});
