import { describe, expect, it } from '@jest/globals';

import { toOptionalText } from '../../../../../src/manifest/compile/compile-text.js';
import { toIdempotencyKey } from '../../../../../src/service/calls/start/idempotency-key.js';

const keyOf = async (idempotencyKey: string | undefined, input: object): Promise<unknown> =>
  toIdempotencyKey(toOptionalText(idempotencyKey), { input });

describe('the key that a tool gives to a call', () => {
  it('is none where the tool has none, or the call leaves an argument out', async () => {
    expect(await keyOf(undefined, { a: 1 })).toBeUndefined();
    expect(await keyOf('{order}', {})).toBeUndefined();
    expect(await keyOf('{order}-{item}', { order: 1 })).toBeUndefined();
  });

  it('is the same for the same values of the arguments that it names, whatever the others', async () => {
    const key = await keyOf('{order}', { order: 'a', note: 'x' });

    expect(key).toEqual(expect.any(String));
    expect(await keyOf('{order}', { note: 'y', order: 'a' })).toBe(key);
    expect(await keyOf('{order}', { order: 'b', note: 'x' })).not.toBe(key);
  });

  it('does not run values together', async () => {
    expect(await keyOf('{a}{b}', { a: 'x', b: 'yz' })).not.toBe(
      await keyOf('{a}{b}', { a: 'xy', b: 'z' }),
    );
    expect(await keyOf('{a}', { a: 1 })).not.toBe(await keyOf('{a}', { a: '1' }));
  });

  it('is of all the arguments where the tool says so, in whatever order they come', async () => {
    const key = await keyOf('{$input}', { a: 1, b: { c: 2, d: 3 } });

    expect(await keyOf('{$input}', { b: { d: 3, c: 2 }, a: 1 })).toBe(key);
    expect(await keyOf('{$input}', { a: 1, b: { c: 2, d: 4 } })).not.toBe(key);
    expect(await keyOf('{$input}', {})).toEqual(expect.any(String));
  });
});
