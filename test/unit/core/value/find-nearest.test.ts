import { describe, expect, it } from '@jest/globals';

import { findNearest } from '../../../../src/core/value/find-nearest.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';

describe('the nearest name', () => {
  it.each([
    ['fulfil_order', 'fulfill_order'],
    ['Fulfill_Orders', 'fulfill_order'],
    ['refnud', 'refund'],
    ['something', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(findNearest(name, ['refund', 'fulfill_order'], () => 2)).toBe(expected);
  });

  it('is looked for without comparing the letters of a name that is very long', () => {
    const known = Array.from({ length: 200 }, (_none, index) => `tool_number_${index}`);
    const startedAtMs = spentCpuMs();
    const nearest = findNearest(
      'a@'.repeat(500_000),
      known,
      ({ length }) => Math.max(1_000_000, length) * 0.4,
    );

    expect(nearest).toBeUndefined();
    expect(spentCpuMs() - startedAtMs).toBeLessThan(1_000);
  });
});
