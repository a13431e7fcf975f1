import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { ToolAccess } from '../../../../src/core/person/claims.js';
import { mayUse } from '../../../../src/core/person/may-use.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { Credentials } from '../../../../src/security/auth/admit-as.js';
import { createGate } from '../../../../src/security/auth/create-gate.js';
import { type AccessReport, explainAccess } from '../../../../src/security/auth/explain-access.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Somebody for each thing that may become of a token. */
const TOKENS = {
  everything: 'grants: [admin], claims: { status: active, groups: [finance] }',
  nothing: 'claims: { status: active }',
  use: 'grants: [tasks:use], claims: { status: active }',
  reader: 'grants: [tasks:use, orders:read], claims: { status: active, groups: sales }',
  gone: 'grants: [admin], claims: { status: left }',
};
const tokens = Object.entries(TOKENS)
  .map(([name, more]) => `{ sha256: ${sha256(name)}, principal: ${name}, ${more} }`)
  .join(', ');
const { auth, ...manifest } = parseManifest(
  `defaults: { workflow: { taskQueue: q } }
tools:
  open: { workflow: a }
  read: { workflow: a, access: { scopes: [ orders:read ] } }
  write: { workflow: a, access: { scopes: [ orders:read, orders:write ] } }
  books: { workflow: a, access: { scopes: [ orders:write ], allow: { groups: [ finance, board ] } } }
actions:
  stop: { workflow: a, signal: stop, access: { allow: { groups: [ finance ] } } }
`,
  {
    server: `auth:
  tokens: [ ${tokens} ]
  scopes: [ tasks:use ]
  implies: { orders:all: [ orders:read, orders:write ], admin: [ orders:all, tasks:use ] }
  allow: { status: [ active ] }
`,
  },
);
if (!auth) throw new Error('There are no settings.');
const options = {
  settings: auth,
  tools: new Map<string, ToolAccess>([...manifest.tools, ...(manifest.actions ?? [])]),
};

async function explain(credentials: Credentials): Promise<AccessReport> {
  return explainAccess(credentials, options);
}

describe('explainAccess', () => {
  it.each(Object.keys(TOKENS))('says what the gate does with the token %s', async (token) => {
    const gate = createGate({ ...options, path: '/mcp', name: 'x' });
    const verdict = await gate.authenticate({
      authorization: [`Bearer ${token}`],
      hasQueryToken: false,
    });
    const report = await explain({ token });

    expect(report.server.kind === 'admitted').toBe(verdict.kind === 'admitted');
    if (verdict.kind !== 'admitted') return;

    const { grant } = verdict;
    const list = { method: 'tools/list' };
    const { server } = report;

    expect(server).toMatchObject({ kind: 'admitted', principal: grant.caller.owner });
    expect(server.kind === 'admitted' && server.missing.length > 0).toBe(
      gate.authorize(grant, list) !== undefined,
    );
    for (const [name, tool] of options.tools) {
      const refusal = gate.authorize(grant, { method: 'tools/call', params: { name } });
      const told = report.tools.find((one) => one.name === name);
      const expected = refusal ? 'challenged' : 'callable';

      expect([name, told?.kind]).toStrictEqual([
        name,
        mayUse(tool, grant.caller) ? expected : 'hidden',
      ]);
      expect(refusal?.headers['WWW-Authenticate'] ?? '').toContain(
        told?.kind === 'challenged' ? `scope="${told.needed.join(' ')}"` : '',
      );
    }
  });

  it('says which scopes are missing, and which broader ones they come with', async () => {
    const { server, tools } = await explain({ token: 'reader' });

    expect(server).toStrictEqual({
      kind: 'admitted',
      principal: '["static","reader"]',
      scopes: ['tasks:use', 'orders:read'],
      implied: [],
      missing: [],
    });
    expect(tools).toStrictEqual([
      { name: 'open', kind: 'callable' },
      { name: 'read', kind: 'callable' },
      {
        name: 'write',
        kind: 'challenged',
        needed: ['tasks:use', 'orders:read', 'orders:write'],
        missing: [{ scope: 'orders:write', impliedBy: ['orders:all', 'admin'] }],
      },
      {
        name: 'books',
        kind: 'hidden',
        unmet: [{ claim: 'groups', wanted: ['finance', 'board'], found: ['sales'] }],
      },
      {
        name: 'stop',
        kind: 'hidden',
        unmet: [{ claim: 'groups', wanted: ['finance'], found: ['sales'] }],
      },
    ]);
  });

  it('says what comes with the scopes that there are', async () => {
    expect((await explain({ token: 'everything' })).server).toMatchObject({
      scopes: ['admin'],
      implied: ['orders:all', 'tasks:use', 'orders:read', 'orders:write'],
    });
  });

  it('says what every request lacks', async () => {
    expect((await explain({ token: 'nothing' })).server).toMatchObject({
      kind: 'admitted',
      missing: [{ scope: 'tasks:use', impliedBy: ['admin'] }],
    });
  });

  it('says whom the server is not for, and why', async () => {
    expect(await explain({ token: 'gone' })).toStrictEqual({
      server: {
        kind: 'barred',
        principal: '["static","gone"]',
        unmet: [{ claim: 'status', wanted: ['active'], found: ['left'] }],
      },
      tools: [],
    });
  });

  it.each([
    ['that is of nobody', 'somebody', /no issuer that is configured/],
    ['that is none', 'two words', /characters that no token has/],
  ])('says why a token is refused %s', async (_what, token, reason) => {
    expect(await explain({ token })).toStrictEqual({
      server: { kind: 'refused', status: 401, reason: expect.stringMatching(reason) as unknown },
      tools: [],
    });
  });

  it('takes claims as they are, with the scopes that they name', async () => {
    const claims = { iss: 'https://as.example', sub: 'ada', status: 'active', scp: ['admin'] };

    expect((await explain({ claims })).server).toMatchObject({
      kind: 'admitted',
      principal: '["https://as.example","user","ada"]',
      scopes: ['admin'],
    });
    expect((await explain({ claims, scopes: ['tasks:use'] })).server).toHaveProperty('scopes', [
      'tasks:use',
    ]);
    expect((await explain({ claims: { status: 'active' } })).server).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('"sub" is missing') as unknown,
    });
  });

  it('takes the one issuer where claims name none', async () => {
    const { auth: settings } = parseManifest(
      'tools: { a: { workflow: { type: a, taskQueue: q } } }',
      {
        server:
          'auth: { resource: "https://a.example/mcp", issuers: [ { issuer: "https://as.example" } ] }',
      },
    );
    if (!settings) throw new Error('There are no settings.');

    expect(
      await explainAccess({ claims: { sub: 'ada' } }, { settings, tools: new Map() }),
    ).toMatchObject({ server: { principal: '["https://as.example","user","ada"]' } });
  });

  it('says that a module cannot tell', async () => {
    const verifyToken = async () => Promise.reject(new Error('The database is down'));

    expect(await explainAccess({ token: 'x' }, { ...options, verifyToken })).toMatchObject({
      server: {
        kind: 'refused',
        status: 503,
        reason: '"verifyToken" has failed: The database is down',
      },
    });
  });
});
