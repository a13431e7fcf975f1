import { describe, expect, it } from '@jest/globals';

import { GENERATION_NAMES, loadGenerations } from '../../../src/server/load-generations.js';

describe('loadGenerations', () => {
  it.each([
    [undefined, 2],
    [['2026-07-28'], 1],
    [['2025-11-25'], 1],
    [['2025-11-25', '2026-07-28'], 2],
  ])('loads what %j names', async (wanted, count) => {
    expect(await loadGenerations(wanted)).toHaveLength(count);
  });

  it('has the newest first', () => {
    expect(GENERATION_NAMES).toStrictEqual([...GENERATION_NAMES].sort().reverse());
  });

  it('names those that there are when it is asked for another one', async () => {
    await expect(loadGenerations(['2024-11-05'])).rejects.toThrow(
      'There is no generation "2024-11-05" to serve: name some of 2026-07-28, 2025-11-25.',
    );
  });

  it('does not serve none', async () => {
    await expect(loadGenerations([])).rejects.toThrow('name one at least');
  });
});
