import { describe, expect, it } from '@jest/globals';

import {
  LOCAL_OWNER,
  mayHaveNamesakes,
  toCallerName,
  toOwnerName,
} from '../../../../src/core/person/owner.js';

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

describe('toCallerName', () => {
  const owner = JSON.stringify(['https://issuer.example', 'user', 'ada']);

  it('is the name without the issuer, where there is one issuer', () => {
    expect(toCallerName({ owner })).toBe('ada');
  });

  it('is the name that the gate gives, where there are several', () => {
    expect(toCallerName({ owner, name: owner })).toBe(owner);
  });

  it('is the whole name of a caller who might be called what a user is', () => {
    const token = JSON.stringify(['static', 'ada']);

    expect(toCallerName({ owner: token })).toBe(token);
  });
});

describe('mayHaveNamesakes', () => {
  it.each([
    [{}, false],
    [{ issuers: [1] }, false],
    [{ tokens: [1, 2] }, false],
    [{ issuers: [1, 2] }, true],
    [{ issuers: [1], tokens: [1] }, true],
  ])('of %j is %j', (auth, may) => {
    expect(mayHaveNamesakes(auth)).toBe(may);
  });
});
