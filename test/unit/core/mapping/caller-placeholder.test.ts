import { describe, expect, it } from '@jest/globals';

import {
  callerPlaceholderIn,
  isCallerPlaceholder,
  readCaller,
} from '../../../../src/core/mapping/caller-placeholder.js';

const ADA = {
  owner: JSON.stringify(['https://id.example', 'user', 'ada']),
  workflowClaims: { 'https://acme.example/roles': ['admin'], 'realm_access.roles': ['x'] },
};

describe('readCaller', () => {
  it.each([
    ['owner', 'ada'],
    ['principal.kind', 'user'],
    ['principal.issuer', 'https://id.example'],
    ['principal.subject', 'ada'],
    ['principal.claims', ADA.workflowClaims],
    ['principal.claims.https://acme.example/roles', ['admin']],
    ['principal.claims.realm_access.roles', ['x']],
    ['principal.claims.email', undefined],
    ['principal.claims.toString', undefined],
  ])('gives %s', (name, value) => {
    expect(isCallerPlaceholder(name)).toBe(true);
    expect(readCaller(name, ADA)).toStrictEqual(value);
  });

  it('gives all that is told', () => {
    expect(readCaller('principal', ADA)).toStrictEqual({
      kind: 'user',
      issuer: 'https://id.example',
      subject: 'ada',
      claims: ADA.workflowClaims,
    });
  });

  it('gives nothing where nobody is known', () => {
    expect(readCaller('owner', undefined)).toBeUndefined();
    expect(readCaller('principal', undefined)).toBeUndefined();
  });
});

describe('isCallerPlaceholder', () => {
  it.each([
    'principal.token',
    'principal.',
    'principal.claims.',
    'principals',
    'Owner',
    'toString',
  ])('is not %s', (name) => {
    expect(isCallerPlaceholder(name)).toBe(false);
  });
});

describe('callerPlaceholderIn', () => {
  it.each([
    ['{principal}', 'principal'],
    ['{owner}', 'owner'],
    ['{principal.claims.email}', 'principal.claims.email'],
    ['{principal} and more', undefined],
    ['principal', undefined],
    ['{order_id}', undefined],
    ['{principal.token}', undefined],
  ])('finds in %s: %s', (text, name) => {
    expect(callerPlaceholderIn(text)).toBe(name);
  });
});
