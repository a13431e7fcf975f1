import { execFileSync } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';

import { describe, expect, it } from '@jest/globals';

import { growHeapSlowly } from '../../../src/cli/grow-heap-slowly.js';

describe('growHeapSlowly', () => {
  it('sets what this V8 has', () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });

    expect(options).toContain('--heap-growing-percent');
  });

  it('leaves the process as it is', () => {
    const { heap_size_limit: limit } = getHeapStatistics();
    growHeapSlowly();

    expect(getHeapStatistics().heap_size_limit).toBe(limit);
  });
});
