import { describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER, toOwnerName } from '../../../../src/core/person/owner.js';

describe('toOwnerName', () => {
  it.each([
    [LOCAL_OWNER, 'local'],
    ['ada@example.com', 'ada@example.com'],
    [JSON.stringify(['own', 'ada']), 'ada'],
    [JSON.stringify(['https://issuer.example', 'user', 'ada']), 'ada'],
    ['[no list', '[no list'],
    ['[1]', '[1]'],
  ])('of %j is %j', (owner, name) => {
    expect(toOwnerName(owner)).toBe(name);
  });

  it.each([
    [['https://issuer.example', 'client', 'ada']],
    [['https://issuer.example', 'user', 'tenant', 'ada']],
    [['own']],
    [['own', 'ada', 'more']],
    [[]],
  ])('is nothing for %j, which might be called what somebody else is', (parts) => {
    expect(toOwnerName(JSON.stringify(parts))).toBeUndefined();
  });
});
