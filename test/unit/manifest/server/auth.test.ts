import { describe, expect, it } from '@jest/globals';

import type { AuthSettings } from '../../../../src/core/person/auth-settings.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const TOOL = 'tools: { t: { workflow: { type: w, taskQueue: q } } }';

function parse(auth: string): AuthSettings | undefined {
  return parseManifest(TOOL, { server: `auth: { ${auth} }` }).auth;
}

const ISSUER = 'issuers: [{ issuer: "https://as.example.com" }]';
const HASH = 'a'.repeat(64);

describe('server.auth', () => {
  it('has defaults', () => {
    expect(parse(`resource: "HTTPS://MCP.Example.com/mcp/", ${ISSUER}`)).toEqual({
      resource: 'https://mcp.example.com/mcp',
      issuers: [
        {
          issuer: 'https://as.example.com',
          audiences: [],
          algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
          strictTyp: false,
        },
      ],
      tokens: [],
      workflowClaims: [],
      scopes: [],
      scopeClaims: ['scope', 'scp'],
      implies: {},
      allow: {},
      principal: ['sub'],
      clockToleranceMs: 30_000,
    });
  });

  it('is absent where the manifest does not say', () => {
    expect(parseManifest(TOOL).auth).toBeUndefined();
  });

  it.each([
    ['', 'Nobody could sign in'],
    [ISSUER, 'Missing: the public URL'],
    [`resource: "http://mcp.example.com/mcp", ${ISSUER}`, 'Must be a URL with https'],
    [`resource: "https://x:y@mcp.example.com/mcp", ${ISSUER}`, 'Must be a URL with https'],
    [`resource: "https://mcp.example.com/mcp#x", ${ISSUER}`, 'must not have a query or a fragment'],
    [
      'resource: "https://m.example", issuers: [{ issuer: "http://as.example.com" }]',
      'Must be a URL with https',
    ],
    [
      'resource: "https://m.example", issuers: [{ issuer: "https://a.example", algorithms: [HS256] }]',
      'RS256',
    ],
    [
      'resource: "https://m.example", issuers: [{ issuer: "https://a.example", audiences: [api] }]',
      'this server only',
    ],
    [
      'resource: "https://m.example", issuers: [{ issuer: "https://a.example" }, { issuer: "https://a.example" }]',
      'Duplicate issuer',
    ],
    ['tokens: [{ sha256: "the token itself", principal: ci }]', 'Write the SHA-256'],
    [`tokens: [{ sha256: ${HASH}, principal: ci }], clockTolerance: 5m`, 'set the clocks instead'],
    [
      `tokens: [{ sha256: ${HASH}, principal: ci, grants: ["a b"] }]`,
      'A scope must not contain spaces',
    ],
    [`tokens: [{ sha256: ${HASH}, principal: ci }], scopes: [offline_access]`, 'Leave it out'],
    [
      `tokens: [{ sha256: ${HASH}, principal: ci }, { sha256: ${HASH.toUpperCase()}, principal: cd }]`,
      'Duplicate token',
    ],
  ])('refuses %s', (auth, message) => {
    expect(() => parse(auth)).toThrow(message);
  });

  it.each([
    ['auth: { isuers: [] }', 'Did you mean "issuers"'],
    ['auth: { issuers: [{ isuer: x }] }', 'Did you mean "issuer"'],
    ['limits: { openRequests: 0 }', 'Must be at least 1.'],
    ['limits: { openRequests: many }', 'at least 1, or false'],
  ])('knows what is meant by %s', (server, message) => {
    expect(() => parseManifest(TOOL, { server })).toThrow(message);
  });

  it('gives tools scopes, and says whom they are for', () => {
    const { tools } = parseManifest(
      `{ defaults: { workflow: { taskQueue: q }, access: { scopes: [ a ] } }, tools: { one: { workflow: w }, two: { workflow: w, access: { scopes: [ b ], allow: { groups: [ x ] } } } } }`,
    );

    expect(tools.get('one')?.access).toMatchObject({ scopes: ['a'] });
    expect(tools.get('one')?.access.allow).toBeUndefined();
    expect(tools.get('two')?.access).toMatchObject({ scopes: ['b'], allow: { groups: ['x'] } });
  });
});
