import { randomBytes } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import {
  createTaskServer,
  type TaskServer,
} from '../../../../src/app/server/create-task-server.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { hashToken } from '../../../../src/security/auth/tokens/token-hash.js';

const TOOLS =
  'tools: { greet: { workflow: { type: greet, taskQueue: q } }, wave: { workflow: { type: wave, taskQueue: q } } }\n';

const servers: TaskServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

/** Settings of a server that takes tokens which are their owners' names. */
function authOf(more: string, ...owners: string[]): string {
  const tokens = owners.map(
    (owner) => `{ sha256: ${hashToken(owner)}, principal: ${owner}, claims: { team: ${owner} } }`,
  );
  return `auth: { ${more} tokens: [${tokens.join()}] }\n`;
}

/** A manifest with settings of the server. */
function withServer(server: string, tools = TOOLS): Manifest {
  return parseManifest(tools, { server });
}

async function serve(manifest: string | Manifest): Promise<TaskServer> {
  const server = await createTaskServer({
    manifest:
      typeof manifest === 'string' ? parseManifest(manifest, { environment: {} }) : manifest,
    temporal: { connection: { address: '127.0.0.1:9' }, namespace: 'default' },
    secret: randomBytes(32),
    previousSecrets: [],
  });
  servers.push(server);
  return server;
}

async function listen(server: TaskServer): Promise<(name?: string) => Promise<Response>> {
  const { url } = await server.listen({ port: 0 });
  return async (name = 'ada') =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        authorization: `Bearer ${name}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
}

async function namesIn(response: Response): Promise<string[]> {
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name).filter((name) => ['greet', 'wave'].includes(name));
}

describe('TaskServer.reload', () => {
  it('says whether clients see other tools, and which keys wait for a restart', async () => {
    const server = await serve(TOOLS);

    await expect(server.reload(parseManifest(TOOLS))).resolves.toStrictEqual({
      listChanged: false,
      needsRestart: [],
    });
    await expect(
      server.reload(
        withServer(
          `{ instructions: Be kind., askAgainAfter: 5m, temporal: { longPolls: 400 }, generations: ['2025-11-25'] }`,
          TOOLS.replace('wave:', 'bow:'),
        ),
      ),
    ).resolves.toStrictEqual({
      listChanged: true,
      needsRestart: [
        'server.instructions',
        'server.generations',
        'server.askAgainAfter',
        'server.temporal',
      ],
    });
  });

  it('lets other limits hold, also where there were none', async () => {
    const server = await serve(TOOLS);
    const send = await listen(server);
    for (let round = 0; round < 3; round += 1) expect((await send()).status).toBe(200);

    await server.reload(withServer('limits: { requestsPerMinute: 1 }'));

    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
    await server.reload(parseManifest(TOOLS));
    expect((await send()).status).toBe(200);
  });

  it('lets other tokens hold, and other rules for whom the server and its tools are', async () => {
    const server = await serve(withServer(authOf('', 'ada', 'bob')));
    const send = await listen(server);
    await expect(send('bob').then(namesIn)).resolves.toStrictEqual(['greet', 'wave']);

    const forAda = TOOLS.replace('greet: {', 'greet: { access: { allow: { team: [ada] } },');
    const { listChanged } = await server.reload(
      withServer(authOf('', 'ada', 'bob', 'eve'), forAda),
    );

    expect(listChanged).toBe(true);
    await expect(send('bob').then(namesIn)).resolves.toStrictEqual(['wave']);
    await expect(send('ada').then(namesIn)).resolves.toStrictEqual(['greet', 'wave']);
    await expect(send('eve').then(namesIn)).resolves.toStrictEqual(['wave']);
    await server.reload(withServer(authOf('allow: { team: [ada] },', 'ada', 'bob')));
    expect((await send('bob')).status).toBe(403);
    expect((await send('eve')).status).toBe(401);
  });

  it.each([
    ['without tokens', parseManifest(TOOLS), /no longer asks for tokens/],
    [
      'of another resource',
      withServer(
        authOf("resource: 'https://a.example/mcp',", 'ada'),
        TOOLS.replace('wave:', 'bow:'),
      ),
      /server\.auth\.resource is another one/,
    ],
  ])('changes nothing for a manifest %s', async (_what, manifest, message) => {
    const server = await serve(withServer(authOf('', 'ada')));
    const send = await listen(server);

    await expect(server.reload(manifest)).rejects.toThrow(message);
    await expect(send().then(namesIn)).resolves.toStrictEqual(['greet', 'wave']);
  });

  it('reloads one after another, so that the last one counts', async () => {
    const server = await serve(TOOLS);
    const send = await listen(server);

    const first = server.reload(parseManifest(TOOLS.replace('wave:', 'bow:')));
    const second = server.reload(
      parseManifest('tools: { wave: { workflow: { type: w, taskQueue: q } } }'),
    );
    await Promise.all([first, second]);

    await expect(send().then(namesIn)).resolves.toStrictEqual(['wave']);
  });
});
