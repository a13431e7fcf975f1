/** `check` examines the issuers before any client has a token. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createKey } from '../../support/auth/local-issuer.js';
import { runCli } from '../../support/start-cli.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';
/** Metadata of each issuer, besides its name and its keys. Other issuers have no metadata. */
const ISSUERS: Readonly<Record<string, object>> = {
  good: { code_challenge_methods_supported: ['S256'] },
  plain: {},
  keyless: { code_challenge_methods_supported: ['S256'] },
  renamed: { issuer: 'https://other.example.com' },
};

let server: Server;
let origin: string;
let folder: TestFolder;
beforeAll(async () => {
  const { publicJwk } = await createKey();
  server = createServer(({ url = '' }, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const name = url.slice(url.lastIndexOf('/') + 1);
    const more = ISSUERS[name];
    if (url.startsWith('/keys/')) send(200, { keys: name === 'keyless' ? [] : [publicJwk] });
    else if (!url.startsWith(WELL_KNOWN) || !more) send(404, {});
    else send(200, { issuer: `${origin}/${name}`, jwks_uri: `${origin}/keys/${name}`, ...more });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuers = [...Object.keys(ISSUERS), 'missing'].map(
    (name) => `{ issuer: ${origin}/${name} }`,
  );
  const silent = `{ issuer: ${origin}/silent, jwksUri: ${origin}/keys/silent }`;
  const tools = 'tools: { look: { workflow: { type: look, taskQueue: q }';
  folder = await createTestFolder({
    'asking.yaml': `server: asking.server.yaml\n${tools} } }\n`,
    'asking.server.yaml': `auth: { resource: ${origin}/mcp, issuers: [${[...issuers, silent].join(', ')}] }\n`,
    'open.yaml': `${tools}, access: { allow: { groups: [finance] } } } }\n`,
    'bare.yaml': `${tools} } }\n`,
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder.remove();
});

async function linesOf(name: string, about: string): Promise<readonly string[]> {
  const { stdout } = await runCli(['check', '--manifest', join(folder.path, name)]);
  return stdout.split('\n').filter((line) => line.includes(about));
}

describe('check, where tokens are asked for', () => {
  it('looks whether each issuer is there, with keys, and such that clients log in', async () => {
    const lines = await linesOf('asking.yaml', origin);
    const notFound = (name: string, why: string): string =>
      `PROBLEM  Tokens of ${origin}/${name} cannot be verified (503): No metadata of ${origin}/${name} was found: ${why}.`;

    expect(lines).toStrictEqual([
      `ok       ${origin}/good is there, with its keys.`,
      `warning  ${origin}/plain is there, but its metadata names no "code_challenge_methods_supported": clients of MCP refuse to log in.`,
      `PROBLEM  ${origin}/keyless has no public keys: no token of it holds (401).`,
      notFound(
        'renamed',
        `The metadata at ${origin}${WELL_KNOWN}/renamed is of the issuer "https://other.example.com"`,
      ),
      notFound('missing', `${origin} has not answered as it should: HTTP 404`),
      `ok       ${origin}/silent is there, with its keys.`,
    ]);
  });
});

describe('check, where no tokens are asked for', () => {
  it('warns of tools that say whom they are for', async () => {
    expect(await linesOf('open.yaml', 'no tokens')).toStrictEqual([
      expect.stringMatching(
        /^warning {2}\/\S+:1:66 look: This server asks for no tokens, so .*"approvers" are nobody\. Configure "server\.auth"/,
      ),
    ]);
    expect(await linesOf('bare.yaml', 'no tokens')).toStrictEqual([]);
  });
});
