import { describe, expect, it } from '@jest/globals';

import {
  IDEMPOTENCY_KEY_META_KEY,
  parseTaskIdParam,
} from '../../../../../src/core/value/request-params.js';
import {
  parseCursorParam,
  parseToolCall as parseCall,
} from '../../../../../src/mcp/rev2025-11-25/wire/from-wire.js';

const NO_OBJECT = [
  ['absent', undefined],
  ['null', null],
  ['a text', 'a'],
  ['a number', 5],
  ['an array', []],
] as const;

function invalidParams(message: string): unknown {
  return expect.objectContaining({
    code: 'invalidParams',
    message: `Invalid params: ${message}`,
  });
}

const parseToolCall = (params: unknown) => parseCall(params, true);

describe('parseToolCall', () => {
  it('reads a plain call', () => {
    expect(parseToolCall({ name: 'a' })).toStrictEqual({
      name: 'a',
      input: {},
      stance: 'declines',
      progressToken: undefined,
      idempotencyKey: undefined,
    });
  });

  it('reads all that a call can say', () => {
    const call = parseToolCall({
      name: 'a',
      arguments: { b: 1 },
      task: { ttl: 60_000 },
      _meta: { progressToken: 'p-1', [IDEMPOTENCY_KEY_META_KEY]: 'k-1' },
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

  it.each(NO_OBJECT)('refuses params that are %s', (_what, params) => {
    expect(() => parseToolCall(params)).toThrow(invalidParams('"params" must be an object.'));
  });

  it.each([undefined, null, 5, {}, ['a']])('refuses the name %p', (name) => {
    expect(() => parseToolCall({ name })).toThrow(
      invalidParams('"name" must be the name of a tool.'),
    );
  });

  it.each(NO_OBJECT.slice(1))('refuses arguments that are %s', (_what, input) => {
    expect(() => parseToolCall({ name: 'a', arguments: input })).toThrow(
      invalidParams('"arguments" must be an object.'),
    );
  });

  it.each(NO_OBJECT.slice(1))('refuses meta data that are %s', (_what, meta) => {
    expect(() => parseToolCall({ name: 'a', _meta: meta })).toThrow(
      invalidParams('"_meta" must be an object.'),
    );
  });

  it.each([...NO_OBJECT.slice(1), ['true', true] as const])(
    'refuses a task that is %s',
    (_what, task) => {
      expect(() => parseToolCall({ name: 'a', task })).toThrow(
        invalidParams('"task" must be an object, {} at least.'),
      );
    },
  );

  it.each(['60000', -1, Number.NaN, Infinity, -Infinity, {}, true])('refuses the ttl %p', (ttl) => {
    expect(() => parseToolCall({ name: 'a', task: { ttl } })).toThrow(
      invalidParams('"task.ttl" must be a number of milliseconds, not negative.'),
    );
  });

  it.each([
    ['a letter', 'k'],
    ['256 letters', 'k'.repeat(256)],
  ])('takes an idempotency key of %s', (_what, key) => {
    const call = parseToolCall({ name: 'a', _meta: { [IDEMPOTENCY_KEY_META_KEY]: key } });

    expect(call.idempotencyKey).toBe(key);
  });

  it.each([
    ['empty', ''],
    ['257 letters long', 'k'.repeat(257)],
    ['a number', 5],
    ['null', null],
  ])('refuses an idempotency key that is %s', (_what, key) => {
    expect(() => parseToolCall({ name: 'a', _meta: { [IDEMPOTENCY_KEY_META_KEY]: key } })).toThrow(
      invalidParams(`"_meta.${IDEMPOTENCY_KEY_META_KEY}" must be a string of 1 to 256 characters.`),
    );
  });
});

describe('parseTaskIdParam', () => {
  it('takes no account of related-task metadata', () => {
    const meta = { 'io.modelcontextprotocol/related-task': { taskId: 'another' } };

    expect(parseTaskIdParam({ taskId: 'mcp-1', _meta: meta })).toBe('mcp-1');
  });

  it.each(NO_OBJECT)('refuses params that are %s', (_what, params) => {
    expect(() => parseTaskIdParam(params)).toThrow(invalidParams('"params" must be an object.'));
  });

  it.each([undefined, null, 5, {}, ['mcp-1']])('refuses the task ID %p', (taskId) => {
    expect(() => parseTaskIdParam({ taskId })).toThrow(
      invalidParams('"taskId" must be the ID of a task.'),
    );
  });
});

describe('parseCursorParam', () => {
  it.each([
    ['no params', undefined, undefined],
    ['params without cursor', {}, undefined],
    ['a cursor', { cursor: 'a.b' }, 'a.b'],
    ['an empty cursor', { cursor: '' }, ''],
  ])('reads %s', (_what, params, expected) => {
    expect(parseCursorParam(params)).toBe(expected);
  });

  it.each([null, 5, {}, true, ['a']])('refuses the cursor %p', (cursor) => {
    expect(() => parseCursorParam({ cursor })).toThrow(
      expect.objectContaining({
        code: 'invalidCursor',
        message: 'Invalid params: "cursor" must be a string.',
      }),
    );
  });

  it.each(NO_OBJECT.slice(2))('refuses params that are %s', (_what, params) => {
    expect(() => parseCursorParam(params)).toThrow(invalidParams('"params" must be an object.'));
  });
});
