import { describe, expect, it } from '@jest/globals';

import { size } from '../../../src/definition/keys.js';

describe('a size', () => {
  it.each<[string | number, number]>([
    [1, 1],
    ['100 B', 100],
    ['40 KB', 40_000],
    ['1.5MB', 1_500_000],
    ['64 KiB', 65_536],
    ['10mib', 10_485_760],
  ])('%s is %d bytes', (written, bytes) => {
    expect(size.parse(written)).toBe(bytes);
  });

  it.each([0, -1, Number.NaN, '', 'large', '10', '10 TB', '0 KB', '-5 MB', null, {}])(
    'is not %j',
    (written) => {
      expect(size.safeParse(written).error?.issues[0]?.message).toContain('is not a size: write');
    },
  );
});
