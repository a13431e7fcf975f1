import { describe, expect, it } from '@jest/globals';

import { parseToolCall as parseCall } from '../../../../../src/mcp/rev2025-11-25/wire/from-wire.js';

function invalidParams(message: string): unknown {
  return expect.objectContaining({
    code: 'invalidParams',
    message: `Invalid params: ${message}`,
  });
}

const parseToolCall = (params: unknown) => parseCall(params, true);

describe('parseToolCall', () => {
  it('reads all that a call can say', () => {
    const call = parseToolCall({
      name: 'a',
      arguments: { b: 1 },
      task: { ttl: 60_000 },
      _meta: { progressToken: 'p-1', 'temporal-mcp-tasks/idempotency-key': 'k-1' },
    });

    expect(call).toStrictEqual({
      name: 'a',
      input: { b: 1 },
      stance: 'asksFor',
      ttlMs: 60_000,
      progressToken: 'p-1',
      idempotencyKey: 'k-1',
    });
  });

  it.each([
    ['an empty task', {}, {}],
    ['no wish', { ttl: undefined }, {}],
    ['no limit', { ttl: null }, {}],
    ['zero', { ttl: 0 }, { ttlMs: 0 }],
    ['members that it does not know', { ttl: 5, taskId: 'mine' }, { ttlMs: 5 }],
  ])('reads a task with %s', (_what, task, expected) => {
    const plain = parseToolCall({ name: 'a' });

    expect(parseToolCall({ name: 'a', task })).toStrictEqual({
      ...plain,
      stance: 'asksFor',
      ...expected,
    });
  });

  it.each([{}, { ttl: '5' }, 'now', null])(
    'takes no account of the task %j without tasks',
    (task) => {
      const call = parseCall({ name: 'a', task }, false);

      expect(call).toMatchObject({ stance: 'knowsNone' });
      expect(call).not.toHaveProperty('ttlMs');
    },
  );

  it.each([
    ['zero', 0, 0],
    ['a text', 'p', 'p'],
    ['an object', {}, undefined],
    ['null', null, undefined],
    ['a flag', true, undefined],
  ])('reads a progress token that is %s', (_what, progressToken, expected) => {
    const call = parseToolCall({ name: 'a', _meta: { progressToken } });

    expect(call.progressToken).toBe(expected);
  });

  it.each([
    ['a letter', 'k'],
    ['256 letters', 'k'.repeat(256)],
  ])('takes an idempotency key of %s', (_what, key) => {
    const call = parseToolCall({ name: 'a', _meta: { 'temporal-mcp-tasks/idempotency-key': key } });

    expect(call.idempotencyKey).toBe(key);
  });

  it.each([
    ['empty', ''],
    ['257 letters long', 'k'.repeat(257)],
    ['a number', 5],
    ['null', null],
  ])('refuses an idempotency key that is %s', (_what, key) => {
    expect(() =>
      parseToolCall({ name: 'a', _meta: { 'temporal-mcp-tasks/idempotency-key': key } }),
    ).toThrow(
      invalidParams(
        `"_meta.temporal-mcp-tasks/idempotency-key" must be a string of 1 to 256 characters.`,
      ),
    );
  });
});
