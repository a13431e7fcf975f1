import { randomBytes } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import { createTaskServer } from '../../../../src/app/server/create-task-server.js';
import type { TaskServer, TaskServerOptions } from '../../../../src/app/server/task-server.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const servers: TaskServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

const TOOL = 'tools: { a: { workflow: { type: a, taskQueue: a } } }';
const ISSUERS =
  'resource: "https://mcp.example/ops/mcp", issuers: [{ issuer: "https://id.example" }]';

async function create(
  server: string,
  options: Partial<TaskServerOptions> = {},
): Promise<TaskServer> {
  const made = await createTaskServer({
    manifest: parseManifest(TOOL, { server: `{ ${server} }` }),
    // Nobody listens there, and nothing that is tested here needs Temporal.
    temporal: { connection: { address: '127.0.0.1:9' }, namespace: 'default' },
    secret: randomBytes(32),
    ...options,
  });
  servers.push(made);
  return made;
}

async function statusOf(server: TaskServer, path: string): Promise<number> {
  const { url, close } = await server.listen({ port: 0 });
  try {
    return (await fetch(new URL(path, url), { redirect: 'manual' })).status;
  } finally {
    await close();
  }
}

describe('the inbox of a server', () => {
  it('is there where the manifest has one, and nowhere else', async () => {
    expect(await statusOf(await create('name: x'), '/inbox')).toBe(404);
    expect(await statusOf(await create('inbox: { enabled: false }'), '/inbox')).toBe(404);
    expect(await statusOf(await create('inbox: {}'), '/inbox/style.css')).toBe(200);
  });

  it('is where the server says that people open it', async () => {
    const inboxUrlOf = async (server: string): Promise<string | undefined> => {
      const { url, inboxUrl, close } = await (await create(server)).listen({ port: 0 });
      await close();
      return inboxUrl?.replace(new URL(url).origin, 'ORIGIN');
    };

    expect(await inboxUrlOf('name: x')).toBeUndefined();
    expect(await inboxUrlOf('inbox: { enabled: false }')).toBeUndefined();
    expect(await inboxUrlOf('inbox: {}')).toBe('ORIGIN/inbox');
    expect(await inboxUrlOf('inbox: { url: "http://127.0.0.1:1/i" }')).toBe('http://127.0.0.1:1/i');
    expect(await inboxUrlOf(`auth: { ${ISSUERS} }, inbox: { signIn: { clientId: a } }`)).toBe(
      'https://mcp.example/ops/inbox',
    );
  });

  it('asks who somebody is where MCP does', async () => {
    const server = await create(`auth: { ${ISSUERS} }, inbox: { signIn: { clientId: a } }`);

    expect(await statusOf(server, '/inbox')).toBe(401);
  });

  it('is not served to other machines without that, whatever the command line says', async () => {
    const server = await create('inbox: {}');

    await expect(
      server.listen({ host: '0.0.0.0', port: 0, allowUnauthenticated: true }),
    ).rejects.toThrow('server.inbox is on, but people would not have to sign in');
    await expect(create('inbox: {}', { allowedHosts: ['tasks.example'] })).rejects.toThrow(
      'could answer all questions',
    );
  });

  it('is not made where nobody could sign in', async () => {
    const tokens = `tokens: [{ sha256: ${'a'.repeat(64)}, principal: a }]`;

    await expect(create('inbox: { signIn: { clientId: a } }')).rejects.toThrow('accepts no tokens');
    expect(() =>
      parseManifest('tools: {}', { server: `{ auth: { ${tokens} }, inbox: {} }` }),
    ).toThrow('name one in server.auth.issuers');
  });

  it('is named by links beside the resource, and where the manifest says', () => {
    const urlOf = (server: string) => parseManifest(TOOL, { server: `{ ${server} }` }).inbox?.url;
    const auth = `auth: { ${ISSUERS} }`;

    expect(urlOf('inbox: {}')).toBeUndefined();
    expect(urlOf(`${auth}, inbox: { signIn: { clientId: a } }`)).toBe(
      'https://mcp.example/ops/inbox',
    );
    expect(urlOf(`${auth}, inbox: { url: "https://me.example/i/", signIn: { clientId: a } }`)).toBe(
      'https://me.example/i',
    );
  });
});
