import { describe, expect, it } from '@jest/globals';

import { readSharedRule } from '../../../../src/temporal/task/adoption-rule.js';

describe('a rule of adoption', () => {
  it.each([
    ["Customer = '{owner}'", 'Customer', 'Customer IS NOT NULL'],
    [
      "Region = 'eu' AND Customer='{owner}' AND Size >= 3",
      'Customer',
      "Region = 'eu' AND Customer IS NOT NULL AND Size >= 3",
    ],
    [
      "Label = 'a AND b = c' and `Customer` = '{owner}'",
      'Customer',
      "Label = 'a AND b = c' and Customer IS NOT NULL",
    ],
  ])('is the same for everybody but for one name: %s', (query, attribute, shared) => {
    expect(readSharedRule(query)).toStrictEqual({ attribute, query: shared });
  });

  it.each([
    "Customer = '{owner}' OR Public = true",
    "Customer != '{owner}'",
    "NOT Customer = '{owner}'",
    "Customer = '{owner}' AND Buyer = '{owner}'",
    "(Customer = '{owner}')",
    "Customer IN ('{owner}', 'x')",
    "Customer STARTS_WITH '{owner}'",
    "WorkflowId = '{owner}'",
    "TemporalScheduledById = '{owner}'",
    "Customer = '{owner}' AND Region IN ('eu')",
  ])('is left to Temporal, for one owner at a time: %s', (query) => {
    expect(readSharedRule(query)).toBeUndefined();
  });
});
