import { describe, expect, it } from '@jest/globals';

import { isSamePrincipal, mayApprove } from '../../../../src/core/question/approvers.js';

const ISSUER = 'https://id.example';
const ada = { owner: JSON.stringify([ISSUER, 'user', 'ada']), claims: { groups: ['finance'] } };
const rules = { owner: true, showArguments: false };

describe('who may answer for others', () => {
  it.each([
    ['has one of the values', { allow: { groups: ['finance', 'board'] } }, true],
    ['has none of them', { allow: { groups: ['board'] } }, false],
    ['lacks another claim', { allow: { groups: ['finance'], site: ['berlin'] } }, false],
    ['is named', { subjects: [{ subject: 'ada' }] }, true],
    ['is named with the issuer', { subjects: [{ subject: 'ada', issuer: ISSUER }] }, true],
    ['is named with another one', { subjects: [{ subject: 'ada', issuer: 'https://x' }] }, false],
    [
      'is named, whatever the claims',
      { allow: { groups: ['x'] }, subjects: [{ subject: 'ada' }] },
      true,
    ],
    ['is not named', { subjects: [{ subject: 'bob' }] }, false],
    ['nobody names', {}, false],
  ])('goes by who %s', (_what, more, may) => {
    expect(mayApprove({ ...rules, ...more }, ada)).toBe(may);
  });

  it.each([
    ['the local user', { owner: 'local', claims: { groups: ['finance'] } }],
    ['somebody of whom nothing is known', { owner: ada.owner.replace('ada', 'eve') }],
    ['a client that is called so', { owner: JSON.stringify([ISSUER, 'client', 'ada']) }],
  ])('is not %s', (_who, by) => {
    const approvers = {
      ...rules,
      allow: { groups: ['finance'] },
      subjects: [{ subject: 'ada' }, { subject: 'local' }],
    };

    expect(mayApprove(approvers, by)).toBe(false);
  });

  it('tells one from another by kind, issuer and name', () => {
    const one = { kind: 'user', issuer: ISSUER, subject: 'ada' } as const;

    expect(isSamePrincipal(one, ada)).toBe(true);
    expect(isSamePrincipal({ ...one, issuer: 'https://x' }, ada)).toBe(false);
    expect(isSamePrincipal({ ...one, kind: 'client' }, ada)).toBe(false);
    expect(isSamePrincipal(undefined, ada)).toBe(false);
  });
});
