import { describe, expect, it } from '@jest/globals';

import * as contract from '../../../../src/core/contract/contract.js';

const { parseProgress, parseTaskMeta, parseWorkflowState } = contract;

const meta = {
  version: 1,
  createdAt: '2026-01-05T09:00:00.000Z',
  ownerTag: 'ownertag',
  toolName: 'place_order',
  ttlMs: 60_000,
  pollIntervalMs: 2_000,
  protocolVersion: '2025-11-25',
};

/** Values that every parser of the contract rejects. */
const FOREIGN = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'mcp'],
  ['a number', 5],
  ['a boolean', true],
  ['an array', [meta]],
  ['a function', () => meta],
] as const;

describe('the contract', () => {
  it('keeps its released names', () => {
    expect(contract).toMatchObject({
      META_MEMO_KEY: 'mcp.meta',
      STATE_MEMO_KEY: 'mcp.task',
      CANCEL_SIGNAL: 'mcp.task.cancel',
      CANCELLED_FAILURE_TYPE: 'mcp.Cancelled',
      JSON_RPC_ERROR_FAILURE_TYPE: 'mcp.JsonRpcError',
      PROGRESS_HEARTBEAT_KEY: 'mcp.progress',
      TERMINATE_REASON_PREFIX: 'mcp:',
    });
  });
});

describe('parseTaskMeta', () => {
  it.each([
    ['the required members', {}],
    ['a progress token that is a text', { progressToken: 'p-1' }],
    ['a progress token that is zero', { progressToken: 0 }],
    ['a digest of the arguments', { argumentsDigest: 'abc' }],
    ['a time of grace', { terminateAfterMs: 30_000 }],
    ['who calls', { principal: { kind: 'local', subject: 'local' } }],
  ])('reads %s', (_what, extra) => {
    expect(parseTaskMeta({ ...meta, ...extra })).toEqual({ ...meta, ...extra });
  });

  it('reads an object without a prototype', () => {
    expect(parseTaskMeta(Object.assign(Object.create(null) as object, meta))).toEqual(meta);
  });

  it.each([
    ['a member it does not know', { later: 'addition' }],
    ['a progress token of another type', { progressToken: { a: 1 } }],
    ['a digest of another type', { argumentsDigest: 7 }],
    ['a time of grace of another type', { terminateAfterMs: '30s' }],
    ['nobody who calls', { principal: 'ada' }],
    ['a time of grace before the cancellation', { terminateAfterMs: -1 }],
    ['a time of grace that never ends', { terminateAfterMs: Number.POSITIVE_INFINITY }],
    ['a member named __proto__', JSON.parse('{"__proto__":{"token":"p"}}') as object],
  ])('leaves out %s', (_what, extra) => {
    expect(parseTaskMeta({ ...meta, ...extra })).toEqual(meta);
  });

  it.each(FOREIGN)('refuses %s', (_what, value) => {
    expect(parseTaskMeta(value)).toBeUndefined();
  });

  it.each(
    (
      ['createdAt', 'ownerTag', 'toolName', 'ttlMs', 'pollIntervalMs', 'protocolVersion'] as const
    ).flatMap((name) => [
      [name, 'is missing', undefined] as const,
      [name, 'is null', null] as const,
      [name, 'is an object', {}] as const,
      [name, 'has another type', typeof meta[name] === 'string' ? 5 : '5'] as const,
    ]),
  )('refuses meta data whose %s %s', (name, _what, value) => {
    expect(parseTaskMeta({ ...meta, [name]: value })).toBeUndefined();
  });

  it.each(['', 'yesterday', '2026-13-45'])('refuses the instant "%s"', (createdAt) => {
    expect(parseTaskMeta({ ...meta, createdAt })).toBeUndefined();
  });
});

describe('parseProgress', () => {
  it.each([
    [{ progress: 0 }],
    [{ progress: 3, total: 10 }],
    [{ progress: 0.5, total: 1, message: 'half' }],
  ])('reads %j', (value) => {
    expect(parseProgress(value)).toEqual(value);
  });

  it.each([
    ['a total that is a text', { total: '10' }],
    ['a message that is an object', { message: { text: 'a' } }],
    ['a member it does not know', { percent: 50 }],
  ])('leaves out %s', (_what, extra) => {
    expect(parseProgress({ progress: 1, ...extra })).toEqual({ progress: 1 });
  });

  it.each([
    ...FOREIGN,
    ['no progress', { total: 10 }],
    ['progress as a text', { progress: '5' }],
    ['progress as an object with a value', { progress: { valueOf: (): number => 5 } }],
  ] as const)('refuses %s', (_what, value) => {
    expect(parseProgress(value)).toBeUndefined();
  });
});

describe('parseWorkflowState', () => {
  it('reads all that a workflow may say', () => {
    const state = {
      statusMessage: 'Charging the card',
      progress: { progress: 1, total: 2, message: 'one' },
      updatedAt: '2026-01-05T09:00:00.000Z',
    };

    expect(parseWorkflowState(state)).toEqual(state);
  });

  it.each([
    ['a status message that is a number', { statusMessage: 5 }],
    ['progress that is a number', { progress: 0.5 }],
    ['progress without its number', { progress: { message: 'a' } }],
    ['an instant that is a number', { updatedAt: 1_767_600_000 }],
    ['an instant that is none', { updatedAt: 'a moment ago' }],
    ['a member it does not know', { mood: 'good' }],
  ])('leaves out %s', (_what, value) => {
    expect(parseWorkflowState(value)).toEqual({});
  });

  it.each(['Jan 5 2026 09:00 UTC', '2026-01-05 09:00:00+00:00', '1'])(
    'does not pass on "%s", which is no ISO 8601 instant',
    (updatedAt) => {
      expect(parseWorkflowState({ updatedAt })?.updatedAt).not.toBe(updatedAt);
    },
  );

  it.each(FOREIGN)('refuses %s', (_what, value) => {
    expect(parseWorkflowState(value)).toBeUndefined();
  });
});
