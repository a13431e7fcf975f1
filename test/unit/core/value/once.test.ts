import { describe, expect, it, jest } from '@jest/globals';

import { once } from '../../../../src/core/value/once.js';

describe('once', () => {
  it('makes a value at the first of many calls', async () => {
    const make = jest.fn(async () => Promise.resolve({}));
    const get = once(make);
    expect(make).not.toHaveBeenCalled();

    const [first, second] = await Promise.all([get(), get()]);

    expect(first).toBe(second);
    expect(make).toHaveBeenCalledTimes(1);
  });
});
