import { describe, expect, it } from '@jest/globals';

import { runCheck } from '../../../../src/manifest/compile/run-check.js';

const text = JSON.stringify({ type: 'object', properties: { a: { type: 'integer' } } });
const check = async (a: unknown) => runCheck({ kind: 'schema', text, value: { a } });
/** Doubles a list with each step. */
const doubling = `@${' | [@, @][]'.repeat(30)}`;

describe('a check in the thread', () => {
  it('gives what it has found', async () => {
    expect(await check(1)).toMatchObject({ violations: [] });
    expect(await check('x')).toStrictEqual({
      violations: [{ path: '/a', message: 'must be integer' }],
      filled: { a: 'x' },
    });
  });

  it('is given up when it takes too much time or memory, and the next one is done', async () => {
    const value = Array.from({ length: 1_000 }, () => 'x');

    const given = runCheck({ kind: 'expression', text: doubling, value: { input: value } });
    const next = check(1);

    expect(await given).toBeUndefined();
    expect(await next).toMatchObject({ violations: [] });
  });

  it('is refused when 64 others wait', async () => {
    const replies = await Promise.allSettled(Array.from({ length: 70 }, async () => check(1)));

    const refused = replies.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused[0]).toMatchObject({ reason: { code: 'busy', retryAfterMs: 5_000 } });
    expect(await check(1)).toMatchObject({ violations: [] });
  });

  it('rejects with the error of the thread, and the next one is done', async () => {
    const broken = runCheck({ kind: 'schema', text: '{', value: {} });

    await expect(broken).rejects.toThrow('JSON');
    expect(await check(1)).toMatchObject({ violations: [] });
  });
});
