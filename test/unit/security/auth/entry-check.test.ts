import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { loadGateOptions } from '../../../../src/app/server/create-server-gate.js';
import { describeAccess } from '../../../../src/cli/access/describe-access.js';
import type { Verdict } from '../../../../src/core/person/gate.js';
import { readTenantOwner } from '../../../../src/core/person/owner.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { createGate } from '../../../../src/security/auth/create-gate.js';
import { explainAccess } from '../../../../src/security/auth/explain-access.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const tokens = ['acme', 'globex'].map(
  (org) => `{ sha256: ${sha256(org)}, principal: ada, claims: { org: ${org}, status: active } }`,
);
const manifest = parseManifest('tools: { open: { workflow: { type: a, taskQueue: q } } }', {
  server: `auth:
  tokens: [ ${tokens.join()} ]
  allow: { status: [ active ] }
tenants:
  claim: org
  values: { acme: { taskQueue: a }, globex: { taskQueue: g } }
`,
});

/** The verdict of the gate on these claims, which come from a `verifyToken` function. */
async function present(claims: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const options = await loadGateOptions(manifest, {
    verifyToken: async () => Promise.resolve({ claims: { sub: 'ada', ...claims } }),
  });
  if (!options) throw new Error('There is no gate.');
  return createGate(options).authenticate({ authorization: ['Bearer own'], hasQueryToken: false });
}

/** The refusal, without the values of its headers, one of which is a random ID. */
async function refusalOf(claims: Readonly<Record<string, unknown>>): Promise<unknown> {
  const verdict = await present(claims);
  if (verdict.kind === 'admitted') return 'admitted';
  const { status, body, headers } = verdict.refusal;
  return { status, body, headers: Object.keys(headers) };
}

describe('a gate of tenants', () => {
  it('makes the same subject another owner in each', async () => {
    const options = await loadGateOptions(manifest);
    const owners = await Promise.all(
      ['acme', 'globex'].map(async (token) => {
        const gate = options && createGate(options);
        const shown = { authorization: [`Bearer ${token}`], hasQueryToken: false };
        const verdict = await gate?.authenticate(shown);
        return verdict?.kind === 'admitted' ? verdict.grant.caller.owner : '';
      }),
    );

    expect(owners.map(readTenantOwner)).toStrictEqual(
      ['acme', 'globex'].map((tenant) => ({ tenant, owner: '["static","ada"]' })),
    );
  });

  it.each([
    ['that is missing', {}],
    ['that is a list', { org: ['acme'] }],
    ['that is an object', { org: { name: 'acme' } }],
    ['that is not listed', { org: 'umbrella' }],
    ['in another spelling', { org: 'Acme' }],
  ])(
    'refuses a claim %s without a challenge, as anybody whom it is not for',
    async (_what, org) => {
      const refused = await refusalOf({ status: 'active', ...org });

      expect(refused).toStrictEqual(await refusalOf({ status: 'left', org: 'acme' }));
      expect(refused).toMatchObject({ status: 403, headers: ['X-Correlation-Id'] });
      expect(JSON.stringify(refused)).not.toMatch(/acme|globex|org|tenant/i);
    },
  );

  it('is explained to who runs the server', async () => {
    const options = await loadGateOptions(manifest);
    if (!options) throw new Error('There is no gate.');
    const explain = async (claims: Readonly<Record<string, unknown>>): Promise<string> => {
      const credentials = { claims: { sub: 'ada', status: 'active', ...claims } };
      return describeAccess(await explainAccess(credentials, options), 'tag')[0]?.text ?? '';
    };

    await expect(explain({ org: 'acme' })).resolves.toMatch(/^Let in as .*, in the tenant "acme"/);
    await expect(explain({})).resolves.toMatch(
      /\(403\).*is in no tenant: the claim org, .* is not there/,
    );
    await expect(explain({ org: ['acme'] })).resolves.toMatch(/the claim org has to be one text/);
    await expect(explain({ org: 'umbrella' })).resolves.toMatch(/"umbrella", which is not listed/);
  });

  it('is none where nobody is asked for tokens', async () => {
    const without = parseManifest('tools: { a: { workflow: { type: a, taskQueue: q } } }', {
      server: 'tenants: { claim: org, values: { a: {} } }',
    });

    await expect(loadGateOptions(without)).rejects.toThrow(
      /asks for none: configure "server.auth"/,
    );
  });
});
