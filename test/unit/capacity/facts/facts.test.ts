import { describe, expect, it } from '@jest/globals';

import { actions } from '../../../../capacity/facts/actions.js';
import type { Fact } from '../../../../capacity/facts/fact.js';
import { dollarsPerMillionActions, limits } from '../../../../capacity/facts/limits.js';
import { measuredCosts } from '../../../../capacity/facts/measured-costs.js';

const facts: [string, Fact][] = Object.entries({
  ...measuredCosts,
  ...limits,
  ...actions,
  dollarsPerMillionActions,
});

describe('the facts of the capacity model', () => {
  it.each(facts)('%s has a source and a date', (_name, { source, date, what, value }) => {
    expect(source).not.toBe('');
    expect(what).not.toBe('');
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(value).toBeGreaterThanOrEqual(0);
  });

  it.each(Object.entries({ ...limits, ...actions }))('%s has an address', (_name, { source }) => {
    expect(source).toMatch(/^https:\/\//);
  });
});
