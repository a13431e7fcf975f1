import { describe, expect, it } from '@jest/globals';

import { expandScopes } from '../../../../src/security/auth/scopes.js';

describe('expandScopes', () => {
  it('adds what a scope implies, through any number of steps', () => {
    const implies = { admin: ['write'], write: ['read'], other: ['secret'] };

    expect([...expandScopes(['admin'], implies)]).toStrictEqual(['admin', 'write', 'read']);
  });

  it('ends where scopes imply each other, and knows no names of JavaScript', () => {
    expect([...expandScopes(['a', 'constructor'], { a: ['b'], b: ['a'] })]).toStrictEqual([
      'a',
      'constructor',
      'b',
    ]);
  });
});
