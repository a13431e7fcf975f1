import { describe, expect, it } from '@jest/globals';

import { toShownPrincipal } from '../../../../src/core/person/shown-principal.js';

const ada = { kind: 'user', issuer: 'https://id.example', subject: '4711' } as const;

describe('a principal that others see', () => {
  it.each<readonly [object, object]>([
    [{}, {}],
    [
      { name: 'Ada', email: 'ada@example.com', salary: 1 },
      { displayName: 'Ada', email: 'ada@example.com' },
    ],
    [{ preferred_username: 'ada' }, { displayName: 'ada' }],
    [{ name: 5, preferred_username: '', email: ['x'] }, {}],
    [{ name: 'x'.repeat(201) }, {}],
  ])('with the claims %j has of these %j, and its names', (claims, shown) => {
    expect(toShownPrincipal({ ...ada, claims: { ...claims } })).toEqual({ ...ada, ...shown });
  });
});
