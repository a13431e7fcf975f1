import { describe, expect, it } from '@jest/globals';

import { looksLikeData } from '../../../src/check/looks-like-data.js';

describe('a name', () => {
  it.each([
    'item',
    'order_id',
    'addressLine2',
    'address_line_1',
    'sha256',
    'iso8601',
    'content-type',
    'customer.name',
    '$ref',
    'größe',
  ])('is one of code: %s', (name) => {
    expect(looksLikeData(name)).toBe(false);
  });

  it.each([
    'order-17',
    'customer_42',
    '42',
    '2026-11-21',
    'ada@example.com',
    'Ada Lovelace',
    'b7e1c1f0-3c5b-4d7e-9a50-0a1f2b3c4d5e',
    'sk_live_4eC39HqLyjWDarjtT1zdP7dc',
    'AKIAIOSFODNN7EXAMPLE12345',
    '+41791234567',
    '/home/ada',
    'a'.repeat(41),
    '',
  ])('could be data: %s', (name) => {
    expect(looksLikeData(name)).toBe(true);
  });
});
