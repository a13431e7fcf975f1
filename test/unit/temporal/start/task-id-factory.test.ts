import { describe, expect, it } from '@jest/globals';

import { parseTaskId, toEqualCallPrefix } from '../../../../src/core/task/task-id.js';
import { TaskIdFactory } from '../../../../src/temporal/start/task-id-factory.js';

const secret = Buffer.from('0123456789abcdef0123456789abcdef');
const ids = new TaskIdFactory(secret);
const otherIds = new TaskIdFactory(Buffer.from('another secret of thirty-two byte'));

describe('TaskIdFactory', () => {
  it.each([0, 1, 31])('refuses a secret of %i bytes', (length) => {
    expect(() => new TaskIdFactory(new Uint8Array(length))).toThrow(
      new RangeError(`The secret has ${length} bytes; it needs at least 32.`),
    );
  });
});

describe('ownerTag', () => {
  it('never changes, since tasks of earlier releases carry it', () => {
    expect(ids.ownerTag('local')).toBe('lnwwxb2chyvttcnopsau');
  });

  it.each([
    ['letter case', 'Alice'],
    ['a blank', 'alice '],
    ['another name', 'bob'],
    ['nothing at all', ''],
    ['another Unicode form', 'al\u0131ce'],
  ])('differs by %s', (_what, owner) => {
    expect(ids.ownerTag(owner)).not.toBe(ids.ownerTag('alice'));
  });

  it('differs by secret', () => {
    expect(otherIds.ownerTag('alice')).not.toBe(ids.ownerTag('alice'));
  });

  it('is no part of what other purposes are signed with', () => {
    expect(ids.sign('owner', 'a')).not.toStrictEqual(ids.sign('arguments', 'a'));
    expect(ids.sign('owner', 'a', 'b')).not.toStrictEqual(ids.sign('owner', 'ab'));
    expect(ids.sign('owner', 'a","b')).not.toStrictEqual(ids.sign('owner', 'a', 'b'));
  });
});

describe('randomTaskId', () => {
  it('makes IDs of the owner, never one twice', () => {
    const made = Array.from({ length: 1_000 }, () => ids.randomTaskId(ids.ownerTag('alice')));

    expect(new Set(made).size).toBe(made.length);
    expect(new Set(made.map((id) => parseTaskId(id)?.ownerTag))).toStrictEqual(
      new Set([ids.ownerTag('alice')]),
    );
  });
});

describe('equalCallTaskId', () => {
  const alice = ids.ownerTag('alice');
  const first = ids.equalCallTaskId({ ownerTag: alice, tool: 'greet' }, 'key');

  it('makes a chain of IDs that begin alike and are the owner’s', () => {
    const second = ids.equalCallTaskId({ ownerTag: alice, tool: 'greet' }, 'key', first);

    expect(second).toBe(ids.equalCallTaskId({ ownerTag: alice, tool: 'greet' }, 'key', first));
    expect(second).not.toBe(first);
    expect(toEqualCallPrefix(second)).toBe(toEqualCallPrefix(first));
    expect(parseTaskId(second)?.ownerTag).toBe(alice);
  });

  it.each([
    ['owner', ids.equalCallTaskId({ ownerTag: ids.ownerTag('bob'), tool: 'greet' }, 'key')],
    ['tool', ids.equalCallTaskId({ ownerTag: alice, tool: 'greet_all' }, 'key')],
    ['call', ids.equalCallTaskId({ ownerTag: alice, tool: 'greet' }, 'another')],
    ['secret', otherIds.equalCallTaskId({ ownerTag: alice, tool: 'greet' }, 'key')],
  ])('begins otherwise for another %s', (_what, other) => {
    expect(toEqualCallPrefix(other)).not.toBe(toEqualCallPrefix(first));
  });
});

describe('idempotentTaskId', () => {
  const alice = ids.ownerTag('alice');

  it('never changes, since a key may be used again after an upgrade', () => {
    expect(ids.idempotentTaskId({ ownerTag: alice, tool: 'place_order' }, 'key-1')).toBe(
      'mcp-mkjqrs2gwrzxdr6zn5qv-mtn244a7ghrxqdk7dw7jj56djq',
    );
  });

  it('is an ID of the owner', () => {
    const taskId = ids.idempotentTaskId({ ownerTag: alice, tool: 'place_order' }, 'key-1');

    expect(parseTaskId(taskId)?.ownerTag).toBe(alice);
  });

  it.each([
    ['key', alice, 'place_order', 'key-2'],
    ['tool', alice, 'cancel_order', 'key-1'],
    ['border between tool and key', alice, 'place_orderkey-', '1'],
  ])('differs by %s', (...[, owner, tool, key]) => {
    expect(ids.idempotentTaskId({ ownerTag: owner, tool: tool }, key)).not.toBe(
      ids.idempotentTaskId({ ownerTag: alice, tool: 'place_order' }, 'key-1'),
    );
  });

  it.each([
    [
      'owner',
      ids.idempotentTaskId({ ownerTag: ids.ownerTag('bob'), tool: 'place_order' }, 'key-1'),
    ],
    ['secret', otherIds.idempotentTaskId({ ownerTag: alice, tool: 'place_order' }, 'key-1')],
  ])('differs in its random part by %s', (_what, other) => {
    const one = ids.idempotentTaskId({ ownerTag: alice, tool: 'place_order' }, 'key-1');

    expect(parseTaskId(other)?.randomPart).not.toBe(parseTaskId(one)?.randomPart);
  });
});

describe('argumentsDigest', () => {
  it('is the same for the same arguments, and another for others', () => {
    expect(ids.argumentsDigest('[1]')).toBe(ids.argumentsDigest('[1]'));
    expect(ids.argumentsDigest('[1]')).not.toBe(ids.argumentsDigest('[2]'));
  });

  it('does not tell the arguments to those without the secret', () => {
    expect(otherIds.argumentsDigest('[1]')).not.toBe(ids.argumentsDigest('[1]'));
  });
});
