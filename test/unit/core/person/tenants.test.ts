import { describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER, toTenantOwner } from '../../../../src/core/person/owner.js';
import {
  findTenant,
  namespacesOf,
  tenantOf,
  type Tenants,
  toTenantTool,
} from '../../../../src/core/person/tenants.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';

const ADA = JSON.stringify(['https://issuer.example', 'user', 'ada']);
const ALL = ['', 'acme', 'globex', 'idle'];

function tenantsOf(values: Tenants['values'], claim = 'org'): Tenants {
  return { claim, values };
}

const own = tenantsOf(
  new Map([
    ['a', { namespace: 'acme' }],
    ['g', { namespace: 'globex' }],
    ['n', {}],
  ]),
);
const shared = tenantsOf(
  new Map([
    ['a', { taskQueue: 'a' }],
    ['7', {}],
  ]),
);

describe('findTenant', () => {
  it('takes one text or number that is listed', () => {
    expect(findTenant(shared, { org: 'a' })).toStrictEqual({ tenant: 'a' });
    expect(findTenant(shared, { org: 7 })).toStrictEqual({ tenant: '7' });
  });

  it.each([
    ['nothing', {}, 'missing'],
    ['null', { org: null }, 'missing'],
    ['an empty text', { org: '' }, 'no text'],
    ['a list', { org: ['a'] }, 'no text'],
    ['an object', { org: { a: true } }, 'no text'],
    ['a truth', { org: true }, 'no text'],
    ['another text', { org: 'b' }, 'not listed'],
    ['another spelling', { org: 'A' }, 'not listed'],
    ['a blank more', { org: 'a ' }, 'not listed'],
    ['a name of JavaScript', { org: 'constructor' }, 'not listed'],
  ])('takes no %s', (_what, claims, kind) => {
    expect(findTenant(shared, claims)).toMatchObject({ fault: { claim: 'org', kind } });
  });

  it('finds the claim by a path, and by a name with dots first', () => {
    const nested = tenantsOf(own.values, 'org.id');

    expect(findTenant(nested, { org: { id: 'a' } })).toStrictEqual({ tenant: 'a' });
    expect(findTenant(nested, { 'org.id': 'g', org: { id: 'a' } })).toStrictEqual({ tenant: 'g' });
  });
});

describe('namespacesOf', () => {
  it('has all of them where there are no tenants, or none that has a namespace', () => {
    expect(namespacesOf(ADA, ALL, undefined)).toStrictEqual(ALL);
    expect(namespacesOf(toTenantOwner('a', ADA), ALL, shared)).toStrictEqual(ALL);
  });

  it('has that of the tenant alone', () => {
    expect(namespacesOf(toTenantOwner('a', ADA), ALL, own)).toStrictEqual(['acme']);
    expect(namespacesOf(toTenantOwner('n', ADA), ALL, own)).toStrictEqual(['']);
  });

  it.each([
    ['in none', ADA],
    ['in one that is not listed any more', toTenantOwner('x', ADA)],
    ['of this machine', LOCAL_OWNER],
  ])('has none for an owner %s', (_who, owner) => {
    expect(namespacesOf(owner, ALL, own)).toStrictEqual([]);
    expect(namespacesOf(owner, ALL, shared)).toStrictEqual([]);
    expect(tenantOf(owner, own)).toBeUndefined();
  });
});

describe('toTenantTool', () => {
  const tool = parseManifest(
    'tools: { a: { workflow: { type: a, taskQueue: orders } } }',
  ).tools.get('a');
  if (!tool) throw new Error('There is no tool.');

  it.each([
    [undefined, 'orders'],
    [{}, 'orders'],
    [{ taskQueue: 'acme' }, 'acme'],
    [{ taskQueue: 'acme-{taskQueue}' }, 'acme-orders'],
  ])('of the tenant %j goes to the Task Queue %s', (tenant, taskQueue) => {
    expect(toTenantTool(tool, tenant)).toMatchObject({ taskQueue });
  });

  it('is in the namespace of the tenant, where it has one', () => {
    expect(toTenantTool(tool, { namespace: 'acme' }).namespace).toBe('acme');
    expect(toTenantTool({ ...tool, namespace: 'billing' }, { taskQueue: 'q' }).namespace).toBe(
      'billing',
    );
  });
});
