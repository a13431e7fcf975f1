import { describe, expect, it } from '@jest/globals';

import {
  LOCAL_OWNER,
  readNames,
  readTenantOwner,
  toOwnerName,
  toOwnerText,
  toTenantOwner,
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

describe('toTenantOwner', () => {
  const ADA = JSON.stringify(['https://issuer.example', 'user', 'ada']);
  const ROBOT = JSON.stringify(['static', 'robot']);

  it.each(['acme', 'a "quoted" one', '}, {', 'https://id.acme.example', '\ud800', '__proto__'])(
    'makes an owner of %j that can be read again',
    (tenant) => {
      for (const owner of [ADA, ROBOT, JSON.stringify([null, 'user', 'a"}', 'b'])]) {
        expect(readTenantOwner(toTenantOwner(tenant, owner))).toStrictEqual({ tenant, owner });
      }
    },
  );

  it('makes another owner in each tenant, and none that is there without one', () => {
    const owners = ['acme', 'globex', 'acme ', ''].map((tenant) => toTenantOwner(tenant, ADA));

    expect(new Set([...owners, ADA]).size).toBe(5);
    expect(owners.every((owner) => readTenantOwner(owner).owner === ADA)).toBe(true);
  });

  it('leaves the name as it is, for what knows no tenants', () => {
    const owner = toTenantOwner('acme', ADA);

    expect(toOwnerName(owner)).toBe('ada');
    expect(toOwnerText(toTenantOwner('acme', ROBOT))).toBe(ROBOT);
    expect(readNames(owner)).toStrictEqual(readNames(ADA));
  });

  it.each([LOCAL_OWNER, ADA, ROBOT, '{"tenant":', '{"tenant":1,"owner":[]}', '{"a":"b"}'])(
    'is not what %j is',
    (owner) => {
      expect(readTenantOwner(owner)).toStrictEqual({ owner });
    },
  );
});
