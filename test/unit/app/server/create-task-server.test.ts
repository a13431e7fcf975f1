import { randomBytes } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { createTaskServer } from '../../../../src/app/server/create-task-server.js';
import type { TaskServer, TaskServerOptions } from '../../../../src/app/server/task-server.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';

/** An address where no server listens. These tests do not need Temporal. */
const NOBODY = '127.0.0.1:9';

const greet = async ({ name }: { name: string }): Promise<string> =>
  Promise.resolve(`Hello, ${name}`);

const manifest = defineTools({
  defaults: { workflow: { taskQueue: 'greetings' } },
  tools: {
    greet: tool({ workflow: greet, description: 'Greets.', input: z.object({ name: z.string() }) }),
  },
});

const servers: TaskServer[] = [];

async function createServer(options: Partial<TaskServerOptions> = {}): Promise<TaskServer> {
  const server = await createTaskServer({
    manifest,
    ...options,
    temporal: { connection: { address: NOBODY }, namespace: 'default' },
    secret: randomBytes(32),
  });
  servers.push(server);
  return server;
}

/** The answer to `tools/list`, or `undefined` if no server answers. */
async function listTools(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return await reply.text();
  } catch {
    return undefined;
  }
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

describe('createTaskServer', () => {
  it('serves its tools on every port that it is asked for, and none of them once it is closed', async () => {
    const server = await createServer();
    const handles = await Promise.all([server.listen({ port: 0 }), server.listen({ port: 0 })]);
    const urls = handles.map(({ url }) => url);
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) expect(await listTools(url)).toContain('"greet"');

    await server.close();

    for (const url of urls) expect(await listTools(url)).toBeUndefined();
  });

  it('can be closed twice, and after one of its ports', async () => {
    const server = await createServer();
    const { url, close } = await server.listen({ port: 0 });
    await close();
    await server.close();
    await server.close();

    expect(await listTools(url)).toBeUndefined();
  });

  const audited = { ...manifest, audit: { to: 'stdout' } };

  it('keeps records of the audit log out of the messages over stdio', async () => {
    const server = await createServer({ manifest: audited });

    await expect(server.serveStdio()).rejects.toThrow('server.audit.to is stdout,');
  });

  it.each<[string, Partial<TaskServerOptions>, string]>([
    [
      'callers by tokens and by another way',
      {
        auth: { verifyToken: async () => Promise.resolve(undefined) },
        identify: () => ({ owner: 'ada' }),
      },
      'Both tokens ("server.auth") and "identify" are configured.',
    ],
    [
      'names of callers without tokens',
      { auth: { toPrincipal: () => 'ada' } },
      '"toPrincipal" needs tokens: configure "server.auth".',
    ],
  ])('refuses %s', async (_what, options, why) => {
    await expect(createServer(options)).rejects.toThrow(why);
  });
});
