import { describe, expect, it } from '@jest/globals';

import type { Claims } from '../../../../src/core/person/claims.js';
import { toOwner } from '../../../../src/security/auth/principal.js';
import { TokenRejected } from '../../../../src/security/auth/tokens/token-verdict.js';

const ISSUER = 'https://as.example.com';

function ownerOf(claims: Claims, principal: readonly string[] = ['sub']): string {
  return toOwner(
    { claims: { iss: ISSUER, ...claims }, scopes: [], untilMs: Infinity },
    { principal },
  );
}

describe('toOwner', () => {
  it('names a subject together with its issuer', () => {
    expect(ownerOf({ sub: 'ada' })).toBe('["https://as.example.com","user","ada"]');
    expect(ownerOf({ sub: 'ada', email: 'a@b.c', client_id: 'x' })).toBe(ownerOf({ sub: 'ada' }));
    expect(ownerOf({ sub: 'ada', iss: 'https://other.example' })).not.toBe(ownerOf({ sub: 'ada' }));
  });

  it('takes no user for a client of the same name', () => {
    const machine = ownerOf({ client_id: 'ada' });

    expect(machine).not.toBe(ownerOf({ sub: 'ada', client_id: 'other' }));
    expect(ownerOf({ sub: 'ada', client_id: 'ada' })).toBe(machine);
    expect(ownerOf({ azp: 'ada' })).toBe(machine);
  });

  it('can be made of other claims, and never of fewer than are named', () => {
    const names = ['tid', 'sub'];

    expect(ownerOf({ sub: 'ada', tid: 't1' }, names)).not.toBe(
      ownerOf({ sub: 'ada', tid: 't2' }, names),
    );
    expect(() => ownerOf({ sub: 'ada' }, names)).toThrow('"tid" is missing');
    expect(() => ownerOf({ client_id: 'x' }, names)).toThrow('"tid" is missing');
    expect(ownerOf({ realm: { id: '7' } }, ['realm.id'])).toContain('"7"');
    expect(() => ownerOf({ realm: { id: 7 } }, ['realm.id'])).toThrow(
      '"realm.id" is not as expected',
    );
  });

  it('makes no two names one, whatever stands in them', () => {
    expect(ownerOf({ a: 'x","y', b: 'z' }, ['a', 'b'])).not.toBe(
      ownerOf({ a: 'x', b: 'y","z' }, ['a', 'b']),
    );
    expect(ownerOf({ sub: 'local' })).not.toBe('local');
  });

  it.each([
    {},
    { sub: '' },
    { sub: 'ada\u0000' },
    { client_id: 'app\n' },
    { sub: 7n },
    { sub: 5 },
    { sub: 5, client_id: 'app' },
    { sub: '', client_id: 'app' },
    { client_id: 5, azp: 'app' },
    { sub: true, client_id: 'app' },
    { sub: ['ada'] },
    { sub: null },
    { sub: 'x'.repeat(600) },
  ])('refuses claims that name nobody: %p', (claims) => {
    expect(() => ownerOf(claims as Claims)).toThrow(TokenRejected);
  });

  it('can be a function of all claims', () => {
    const checked = { claims: { email: 'a@b.c' }, scopes: [], untilMs: Infinity };
    const options = { principal: ['sub'] };

    expect(toOwner(checked, { ...options, toPrincipal: ({ email }) => String(email) })).toBe(
      '["own","a@b.c"]',
    );
    expect(() => toOwner(checked, { ...options, toPrincipal: () => '' })).toThrow('names nobody');
  });
});
