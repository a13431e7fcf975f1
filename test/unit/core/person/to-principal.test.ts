import { describe, expect, it } from '@jest/globals';

import { isTaskError } from '../../../../src/core/errors.js';
import { parsePrincipal } from '../../../../src/core/person/principal.js';
import { checkWorkflowClaims, toPrincipal } from '../../../../src/core/person/to-principal.js';

const ISSUER = 'https://id.example';
const owner = (...parts: readonly (string | null)[]): string => JSON.stringify(parts);

describe('toPrincipal', () => {
  it.each([
    ['a person', owner(ISSUER, 'user', 'u-1'), { kind: 'user', issuer: ISSUER, subject: 'u-1' }],
    [
      'a person of several names',
      owner(ISSUER, 'user', 't', 'o'),
      { kind: 'user', issuer: ISSUER, subject: '["t","o"]' },
    ],
    ['a person of no issuer', owner(null, 'user', 'u-1'), { kind: 'user', subject: 'u-1' }],
    [
      'a client that is called like a person',
      owner(ISSUER, 'client', 'u-1'),
      { kind: 'client', issuer: ISSUER, subject: 'u-1' },
    ],
    ['a static token', owner('static', 'robot'), { kind: 'static', subject: 'robot' }],
    ['a name of a program', owner('own', 'ada'), { kind: 'own', subject: 'ada' }],
    ['any other text', 'ada@example.com', { kind: 'own', subject: 'ada@example.com' }],
    [
      'a text that looks like a list of another shape',
      owner('x', 'y', 'z'),
      { kind: 'own', subject: owner('x', 'y', 'z') },
    ],
    ['nobody in particular', 'local', { kind: 'local', subject: 'local' }],
  ])('tells of %s', (_who, who, principal) => {
    expect(toPrincipal({ owner: who })).toEqual(principal);
  });

  it('tells the claims that were chosen, and only those', () => {
    const caller = { owner: 'ada', claims: { secret: 1 }, workflowClaims: { email: 'a@b' } };

    expect(toPrincipal(caller)).toEqual({
      kind: 'own',
      subject: 'ada',
      claims: { email: 'a@b' },
    });
  });
});

describe('checkWorkflowClaims', () => {
  const thrownBy = (groups: readonly string[]): unknown => {
    try {
      checkWorkflowClaims({ owner: 'ada', workflowClaims: { email: 'a@b', groups } });
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it('takes what a memo has room for', () => {
    expect(thrownBy(['x'.repeat(4_000)])).toBeUndefined();
  });

  it('refuses more, with the claim that has most of it, and quotes nothing', () => {
    const error = thrownBy(['x'.repeat(5_000)]);

    expect(isTaskError(error) && error.code).toBe('misconfigured');
    expect(String(error)).toMatch(/5\d{3} bytes.* most of them in "groups"\. The limit is 4096/);
    expect(String(error)).not.toContain('xx');
  });
});

describe('parsePrincipal', () => {
  it('takes what a server has written', () => {
    const principal = { kind: 'user', issuer: ISSUER, subject: 'u', claims: { groups: ['a'] } };

    expect(parsePrincipal({ ...principal, added: 'later' })).toEqual(principal);
  });

  it.each([
    undefined,
    'ada',
    [],
    { kind: 'user' },
    { subject: 'u' },
    { kind: 'admin', subject: 'u' },
    { kind: 'toString', subject: 'u' },
    { kind: 'user', subject: 1 },
  ])('takes nothing else: %j', (value) => {
    expect(parsePrincipal(value)).toBeUndefined();
  });

  it('leaves out what is of another type', () => {
    expect(parsePrincipal({ kind: 'own', subject: 'u', issuer: 1, claims: [] })).toEqual({
      kind: 'own',
      subject: 'u',
    });
  });
});
