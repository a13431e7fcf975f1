import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';

import { describe, expect } from '@jest/globals';

import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { toAuthSettings } from '../../../src/manifest/server/auth.js';
import { createGate } from '../../../src/security/auth/create-gate.js';
import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const ROOT = '/.well-known/oauth-protected-resource';
const PATHS = [ROOT, `${ROOT}/mcp`];

const there = withProtectedServer({
  auth: ({ issuer }) =>
    `issuers: [{ issuer: "${issuer}" }], scopes: [tasks:use], implies: { tasks:all: [tasks:use] }`,
  tools: 'special: { workflow: unused, access: { scopes: [ special:use ] } }',
});

describe('the metadata of the resource', () => {
  verifies(
    ['A-007', 'A-010', 'A-011', 'A-012', 'A-013', 'A-015', 'A-016', 'A-017', 'A-018', 'A-100'],
    'is the same document at both paths, with what basic use needs',
    async () => {
      const { url, resource, issuer } = there();
      for (const path of PATHS) {
        const response = await fetch(new URL(path, url));

        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(response.headers.get('cache-control')).toContain('max-age=3600');
        expect(await response.json()).toStrictEqual({
          resource,
          authorization_servers: [issuer.issuer],
          scopes_supported: ['tasks:use'],
          bearer_methods_supported: ['header'],
          resource_name: 'test-server',
        });
      }
    },
  );

  verifies(['A-015'], 'answers to methods that read, and no others', async () => {
    const { url } = there();
    const expected = { HEAD: 200, OPTIONS: 204, POST: 405, PUT: 405, DELETE: 405 };
    for (const path of PATHS) {
      for (const [method, status] of Object.entries(expected)) {
        const response = await fetch(new URL(path, url), { method });

        expect([method, response.status]).toStrictEqual([method, status]);
        expect(await response.text()).toBe('');
      }
    }
  });

  verifies(['A-013', 'A-014'], 'does not depend on what a request says', async () => {
    const { url, resource } = there();
    for (const headers of [
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example' },
      { host: 'localhost:1' },
    ]) {
      const request = sendRequest(new URL(ROOT, url), {
        headers: headers,
      });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];

      expect(JSON.parse(await text(response))).toHaveProperty('resource', resource);
    }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-forwarded-host': 'evil.example' },
    });

    expect(response.headers.get('www-authenticate')).not.toContain('evil');
  });

  verifies(['A-011', 'A-012'], 'is where the challenge says', async () => {
    const { send25, resource } = there();
    const { headers } = await send25(undefined, LIST);
    const [, url = ''] =
      /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];

    expect(await (await fetch(url)).json()).toHaveProperty('resource', resource);
  });

  verifies(['A-019'], 'is all: there is none of an authorization server', async () => {
    for (const name of [
      'oauth-authorization-server',
      'openid-configuration',
      'oauth-authorization-server/mcp',
    ]) {
      const response = await fetch(new URL(`/.well-known/${name}`, there().url));

      expect(response.status).toBe(404);
    }
  });

  verifies(
    ['A-013', 'A-015', 'A-101'],
    'names the public URL in its canonical form, over TLS, and leaves out what is empty',
    async () => {
      const gate = createGate({
        settings: toAuthSettings({
          resource: 'HTTPS://Tools.Example.COM/some/mcp/',
          issuers: [{ issuer: 'https://as.example.com/realms/a' }],
        }),
        tools: new Map(),
        path: '/mcp',
        name: 'Tools',
      });

      expect(gate.metadata).toEqual({
        paths: [`${ROOT}/some/mcp`, `${ROOT}/mcp`, ROOT],
        content: {
          resource: 'https://tools.example.com/some/mcp',
          authorization_servers: ['https://as.example.com/realms/a'],
          bearer_methods_supported: ['header'],
          resource_name: 'Tools',
        },
      });
      expect(() =>
        parseManifest('tools: { t: { workflow: { type: w, taskQueue: q } } }', {
          server:
            'auth: { resource: "http://tools.example.com/mcp", issuers: [ { issuer: "http://as.example.com" } ] }',
        }),
      ).toThrow(/resource: Must be a URL with https.*issuer: Must be a URL with https/s);

      return Promise.resolve();
    },
  );
});
