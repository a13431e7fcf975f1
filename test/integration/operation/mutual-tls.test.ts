/** A Temporal Service that takes clients with a certificate only, as self-hosted ones and Temporal Cloud do. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { makeAuthority, makeCertificate } from '../../support/make-certificate.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTask, untilStatus } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

let frontend: Server;
let folder: TestFolder;
let withoutCertificate: Record<string, string>;
let environment: Record<string, string>;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const authority = makeAuthority('acme');
  const ofServer = makeCertificate('localhost', { by: authority });
  const ofClient = makeCertificate('mcp.acme.example', { by: authority });
  const trust = { ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  frontend = createServer({ ...ofServer, ...trust, ALPNProtocols: ['h2'] }, (client) => {
    const [host = '', port] = temporalAddress().split(':');
    const upstream = connect(Number(port), host);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  frontend.listen(0, '127.0.0.1');
  await once(frontend, 'listening');
  folder = await createTestFolder({
    'ca.pem': authority.cert,
    'client.pem': ofClient.cert,
    'client.key': ofClient.key,
  });
  const { port } = frontend.address() as AddressInfo;
  withoutCertificate = {
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: `${folder.path}/ca.pem`,
    TEMPORAL_TLS_SERVER_NAME: 'localhost',
  };
  environment = {
    ...withoutCertificate,
    TEMPORAL_TLS_CLIENT_CERT_PATH: `${folder.path}/client.pem`,
    TEMPORAL_TLS_CLIENT_KEY_PATH: `${folder.path}/client.key`,
  };
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  frontend.close();
  await folder.remove();
});

const start = async (taskQueue: string, own: Record<string, string>): Promise<TestServer> => {
  const server = await startMcpServer({ taskQueue, environment: own });
  closers.push(server.stop);
  return server;
};

const readinessOf = async ({ url }: TestServer): Promise<readonly [number, string]> => {
  const answer = await fetch(url.replace(/\/mcp$/, '/readyz'));
  return [answer.status, await answer.text()];
};

describe('a Temporal Service with mutual TLS', () => {
  it('serves server and Worker by their certificate', async () => {
    const taskQueue = `test-${randomUUID()}`;
    const server = await start(taskQueue, environment);
    const worker = startCli(
      ['worker', '--task-queue', taskQueue, '--workflows', 'lab/fixtures/workflows/index.ts'],
      { environment },
    );
    closers.push(async () => worker.end('SIGTERM'));
    await worker.untilOutput(/Worker is polling/);
    const mcp = connectRawHttp(server.url);
    const taskId = await createTask(mcp, 'quick_job');

    expect(await untilStatus(mcp, taskId, 'completed')).toHaveProperty('taskId', taskId);
    expect((await readinessOf(server))[0]).toBe(200);
  });

  it('is not ready for a server without a certificate, which says so', async () => {
    const server = await start('none', withoutCertificate);

    const text = await eventually('a reason', async () => {
      const [status, reason] = await readinessOf(server);
      expect(status).toBe(503);
      return reason.includes('TEMPORAL_') ? reason : undefined;
    });
    expect(text).toMatch(/TEMPORAL_(ADDRESS|TLS)/);
  });
});
