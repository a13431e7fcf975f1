/** Two teams under one host name, as docs/several-teams.md says: a path, a namespace and a server each, behind a proxy. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';

import { createTaskServer } from '../../../src/app/server/create-task-server.js';
import type { TaskServer } from '../../../src/app/server/task-server.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { type LocalIssuer, startLocalIssuer } from '../../support/auth/local-issuer.js';
import { post26, readAnswer } from '../../support/auth/with-protected-server.js';
import { terminateRunning } from '../../support/open-executions.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const TEAMS = ['billing', 'orders'] as const;
type Team = (typeof TEAMS)[number];

/** The ports of the teams' servers, by team. The proxy reads them at each request. */
const ports = new Map<string, string>();
let connection: Connection;
let proxy: Server;
let origin: string;
let issuer: LocalIssuer;
const servers: TaskServer[] = [];
const workers: TestWorker[] = [];
const closers: (() => Promise<void>)[] = [];

const resourceOf = (team: Team): string => `${origin}/${team}/mcp`;

/** Sends `/TEAM/…` to the team's server without the prefix, and the team's metadata as it is. */
function startProxy(): Server {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    const [, metadataOf] =
      /^\/\.well-known\/oauth-protected-resource\/([a-z]+)\/mcp$/.exec(url) ?? [];
    const [, pathOf, path] = /^\/([a-z]+)(\/(?:mcp|inbox).*)$/.exec(url) ?? [];
    const port = ports.get(metadataOf ?? pathOf ?? '');
    if (port === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const target = { host: '127.0.0.1', port, path: path ?? url, method, headers };
    const sent = forward(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  return server.listen(0, '127.0.0.1');
}

async function startTeam(team: Team): Promise<void> {
  const client = await registerNamespace(connection);
  const { namespace } = client.options;
  const worker = await runTestWorker({ definitions: 'fixtures', namespace });
  workers.push(worker);
  closers.push(async () => terminateRunning(client));
  const server = await createTaskServer({
    manifest: parseManifest(
      `tools: { wait: { workflow: { type: waitForFinish, taskQueue: ${worker.taskQueue} }, task: { joinRepeats: false } } }`,
      {
        server: `{ name: ${team}, auth: { resource: "${resourceOf(team)}", issuers: [{ issuer: "${issuer.issuer}" }], principal: [org_id, sub], allow: { org_id: [${team}] } }, inbox: { signIn: { clientId: ${team} } } }`,
      },
    ),
    temporal: { connection: { address: temporalAddress() }, namespace },
    secret: randomBytes(32),
  });
  servers.push(server);
  const { url } = await server.listen({ port: 0 });
  ports.set(team, new URL(url).port);
}

const tokenOf = async (team: Team, audience: Team = team): Promise<string> =>
  issuer.sign({ claims: { sub: 'ada', org_id: team, aud: resourceOf(audience) } });

/** Sends a request of 2026-07-28 through the proxy. */
async function send(
  team: Team,
  token: string | undefined,
  method: string,
  params: object = {},
): ReturnType<typeof readAnswer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return readAnswer(await post26(resourceOf(team), { method, params, headers }));
}

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  proxy = startProxy();
  await once(proxy, 'listening');
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  issuer = await startLocalIssuer(`${origin}/unused/mcp`);
  for (const team of TEAMS) await startTeam(team);
});

afterAll(async () => {
  for (const close of closers) await close();
  await Promise.all(servers.map(async (server) => server.close()));
  await Promise.all(workers.map(async (worker) => worker.stop()));
  proxy.closeAllConnections();
  proxy.close();
  await issuer.close();
  await connection.close();
});

describe('teams under one host name', () => {
  it('are found by a client each, from the refusal to the metadata of the team', async () => {
    for (const team of TEAMS) {
      const { status, headers } = await send(team, undefined, 'tools/list');
      const [, metadataUrl = ''] =
        /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
      const metadata = (await (await fetch(metadataUrl)).json()) as object;

      expect(status).toBe(401);
      expect(metadata).toMatchObject({ resource: resourceOf(team), resource_name: team });
    }
  });

  it('run the same person’s work in their own namespace, and know nothing of the other’s', async () => {
    const token = await tokenOf('billing');
    const created = await send('billing', token, 'tools/call', { name: 'wait', arguments: {} });
    const taskId = created.message.result?.['taskId'] as string;
    const read = await send('billing', token, 'tasks/get', { taskId });
    const other = await send('orders', await tokenOf('orders'), 'tasks/get', { taskId });
    const unknown = await send('orders', await tokenOf('orders'), 'tasks/get', {
      taskId: `mcp-${randomUUID()}`,
    });

    expect(read.message.result).toMatchObject({ taskId, status: 'working' });
    expect(other.message.error).toStrictEqual(unknown.message.error);
  });

  it('refuse each other’s tokens and people', async () => {
    const forOrders = await send('billing', await tokenOf('billing', 'orders'), 'tools/list');
    const ofOrders = await send('billing', await tokenOf('orders', 'billing'), 'tools/list');

    expect(forOrders.status).toBe(401);
    expect(ofOrders.status).toBe(403);
  });

  it('have an inbox each, where people sign in', async () => {
    for (const team of TEAMS) {
      const page = await fetch(`${origin}/${team}/inbox`, { redirect: 'manual' });

      expect(page.status).toBe(401);
      expect(await page.text()).toContain(`/${team}/inbox/sign-in`);
    }
  });
});
