/** What an operator reads when there is no connection to Temporal: the cause, and the setting that mends it. */
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { makeAuthority, makeCertificate } from '../../support/make-certificate.js';
import { runCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const MANIFEST = `tools:
  place: { workflow: { type: place, taskQueue: nobody }, description: Places an order. }
`;

let folder: TestFolder;
let secure: Http2SecureServer;
let mutual: Http2SecureServer;

async function listen(options: Parameters<typeof createSecureServer>[0]) {
  const server = createSecureServer(options);
  server.on('sessionError', () => undefined).on('tlsClientError', () => undefined);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

const addressOf = (server: Http2SecureServer): string =>
  `localhost:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  const authority = makeAuthority('Private');
  const certificate = makeCertificate('localhost', { by: authority });
  folder = await createTestFolder({ 'tools.yaml': MANIFEST, 'ca.pem': authority.cert });
  secure = await listen(certificate);
  mutual = await listen({
    ...certificate,
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: true,
  });
});

afterAll(async () => {
  secure.close();
  mutual.close();
  await folder.remove();
});

const check = async (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  runCli(['check', '--manifest', join(folder.path, 'tools.yaml'), ...args], { environment });

describe('check, without a connection', () => {
  it.each([
    [
      'TLS only',
      () => ({ TEMPORAL_ADDRESS: addressOf(secure) }),
      /TEMPORAL_TLS=true or TEMPORAL_API_KEY/,
    ],
    [
      'a private authority',
      () => ({ TEMPORAL_ADDRESS: addressOf(secure), TEMPORAL_TLS: 'true' }),
      /not trusted: .*TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    ],
    [
      'a client certificate',
      () => ({
        TEMPORAL_ADDRESS: addressOf(mutual),
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: join(folder.path, 'ca.pem'),
      }),
      /TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH/,
    ],
    [
      'another namespace',
      () => ({ TEMPORAL_NAMESPACE: 'nowhere' }),
      /nowhere.*Set TEMPORAL_NAMESPACE or --namespace/,
    ],
  ])('names the setting for %s', async (_what, environment, expected) => {
    const { code, stdout } = await check(environment());

    expect(code).toBe(1);
    expect(stdout).toMatch(/^PROBLEM /m);
    expect(stdout).toMatch(expected);
  });

  it('prints JSON also where the settings cannot be used', async () => {
    const { code, stdout, stderr } = await check(
      {},
      '--json',
      '--address',
      'http://127.0.0.1:7233',
    );

    expect({ code, stderr }).toStrictEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      findings: [
        { level: 'ok' },
        {
          level: 'problem',
          message:
            '--address is "http://127.0.0.1:7233". Write only the host and the port: 127.0.0.1:7233.',
        },
      ],
    });
  });

  it('takes an address with blanks around it', async () => {
    const { stdout } = await check({ TEMPORAL_ADDRESS: ` ${temporalAddress()} ` });

    expect(stdout).toMatch(/^ok {7}Namespace default is reachable/m);
  });
});

describe('worker, without a connection', () => {
  it('names the setting for a private authority', async () => {
    const { code, stderr } = await runCli(['worker', '--address', addressOf(secure)], {
      environment: { TEMPORAL_TLS: 'true' },
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be reached at .*TEMPORAL_TLS_SERVER_CA_CERT_PATH/);
  });
});
