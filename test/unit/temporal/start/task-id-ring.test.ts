import { describe, expect, it } from '@jest/globals';

import { TaskIdFactory } from '../../../../src/temporal/start/task-id-factory.js';
import { TaskIdRing } from '../../../../src/temporal/start/task-id-ring.js';

const secret = (filledWith: number, length = 32): Uint8Array => Buffer.alloc(length, filledWith);
const tagOf = (filledWith: number, owner: string): string =>
  new TaskIdFactory(secret(filledWith)).ownerTag(owner);

const ring = new TaskIdRing(secret(1), secret(2));

describe('TaskIdRing', () => {
  it('makes with the current secret', () => {
    expect(ring.current.ownerTag('alice')).toBe(tagOf(1, 'alice'));
  });

  it('knows an owner by the marks of both secrets, the current one first', () => {
    expect(ring.ownerTags('alice')).toStrictEqual([1, 2].map((one) => tagOf(one, 'alice')));
  });

  it('names a mark once when a secret is given twice', () => {
    expect(new TaskIdRing(secret(1), secret(1)).ownerTags('alice')).toStrictEqual([
      tagOf(1, 'alice'),
    ]);
  });

  it.each([
    ['the current secret', tagOf(1, 'alice'), true],
    ['the previous secret', tagOf(2, 'alice'), true],
    ['a secret it does not have', tagOf(4, 'alice'), false],
    ['another owner', tagOf(1, 'bob'), false],
    ['another owner under the previous secret', tagOf(2, 'bob'), false],
    ['nobody', '', false],
    ['no task ID', undefined, false],
  ])('tells whether a mark is of this owner: %s', (_what, tag, expected) => {
    expect(ring.isOwnerTag(tag, 'alice')).toBe(expected);
  });

  it.each([
    ['the current secret', secret(1, 31), undefined],
    ['the previous secret', secret(1), secret(3, 31)],
  ])('refuses %s of 31 bytes', (_what, current, previous) => {
    expect(() => new TaskIdRing(current, previous)).toThrow(
      new RangeError('The secret has 31 bytes; it needs at least 32.'),
    );
  });
});
