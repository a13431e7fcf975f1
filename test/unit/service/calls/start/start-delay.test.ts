import { describe, expect, it } from '@jest/globals';

import { toExpression } from '../../../../../src/manifest/compile/compile-expression.js';
import { toStartDelayMs } from '../../../../../src/service/calls/start/start-delay.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

describe('toStartDelayMs', () => {
  it.each([
    ['30 minutes', 1_800_000],
    ['1h', 3_600_000],
    [1_500.7, 1_500],
    ['2026-11-21T12:00:05Z', 5_000],
    ['2026-11-21T14:00:05+02:00', 5_000],
    ['2020-01-01T00:00:00Z', 0],
    [undefined, 0],
    [null, 0],
  ])('takes %j for %j ms', async (value, delayMs) => {
    expect(
      await toStartDelayMs(toExpression('at'), { input: { at: value } }, NOW_MS),
    ).toStrictEqual({
      delayMs,
      violations: [],
    });
  });

  it.each([
    'soon',
    '',
    '2026-11-21',
    '2026-11-21T12:00:00',
    -1,
    '-5m',
    Number.NaN,
    '3 years',
    {},
    [],
  ])('refuses %j', async (value) => {
    expect(
      await toStartDelayMs(toExpression('at'), { input: { at: value } }, NOW_MS),
    ).toMatchObject({
      delayMs: 0,
      violations: [{ path: '/at', message: expect.stringContaining('says when to start') }],
    });
  });

  it('is what the manifest says, where it is no argument', async () => {
    expect(await toStartDelayMs(10, {}, NOW_MS)).toStrictEqual({ delayMs: 10, violations: [] });
  });
});
