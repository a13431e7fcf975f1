import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { LIST, readAnswer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { post } from '../../support/raw-mcp.js';
import { startCli } from '../../support/start-cli.js';
import { startMcpServer } from '../../support/start-mcp-server.js';

const TOKEN = 'dGhlIHRva2VuIG9mIGEgcm9ib3Q';
const HASH = createHash('sha256').update(TOKEN).digest('hex');
const TOOLS =
  'tools: { t: { workflow: { type: w, taskQueue: q }, access: { scopes: [ orders:write ] } } }';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auth-'));
  await writeFile(join(folder, 'open.yaml'), TOOLS);
  await writeFile(join(folder, 'guarded.yaml'), `server: guarded.server.yaml\n${TOOLS}\n`);
  await writeFile(
    join(folder, 'guarded.server.yaml'),
    `auth: { tokens: [{ sha256: ${HASH}, principal: robot }] }\n`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('a server that other machines can reach', () => {
  verifies(
    ['A-003'],
    'does not start when it asks for no tokens, unless it is told so',
    async () => {
      const cli = startCli([
        'serve',
        '--manifest',
        join(folder, 'open.yaml'),
        '--port',
        '0',
        '--host',
        '0.0.0.0',
      ]);
      const { code, stderr } = await cli.exited;

      expect(code).toBe(1);
      expect(stderr).toContain('does not require tokens');
      expect(stderr).toContain('--allow-unauthenticated');
    },
  );

  verifies(
    ['A-003', 'A-006'],
    'starts when it asks for tokens, and tells its clients apart',
    async () => {
      const server = await startMcpServer({
        taskQueue: 'none',
        manifest: join(folder, 'guarded.yaml'),
        args: ['--host', '0.0.0.0'],
      });
      try {
        const url = server.url.replace('0.0.0.0', '127.0.0.1');
        const send = async (token: string): Promise<number> =>
          (
            await readAnswer(
              await post(url, LIST, { headers: { authorization: `Bearer ${token}` } }),
            )
          ).status;

        expect(await send(TOKEN)).toBe(200);
        expect(await send('another')).toBe(401);
        expect(server.log()).toContain('"asksForTokens":true');
        expect(server.log()).not.toContain('hold back nobody');
      } finally {
        await server.stop();
      }
    },
  );
});

describe('a server with an inbox behind a proxy', () => {
  const auth =
    'auth: { resource: "https://mcp.example/mcp", issuers: [{ issuer: "https://id.example" }] }';

  it.each([
    ['says that all visitors count as one', '', true],
    ['says nothing of that if the proxy is named', ', trustProxy: [loopback]', false],
  ])('%s', async (...[, trust, isSaid]) => {
    const name = `inbox-${String(isSaid)}`;
    const settings = `{ ${auth}, inbox: { signIn: { clientId: inbox } }${trust} }`;
    await writeFile(join(folder, `${name}.server.yaml`), settings);
    await writeFile(join(folder, `${name}.yaml`), `server: ${name}.server.yaml\n${TOOLS}\n`);
    const server = await startMcpServer({
      taskQueue: 'none',
      manifest: join(folder, `${name}.yaml`),
    });
    try {
      expect(server.log().includes('share one limit')).toBe(isSaid);
    } finally {
      await server.stop();
    }
  });
});

describe('a server on this machine that asks for no tokens', () => {
  it('names the tools whose scopes hold back nobody', async () => {
    const server = await startMcpServer({
      taskQueue: 'none',
      manifest: join(folder, 'open.yaml'),
    });
    try {
      // It comes behind the line by which the server is known to listen.
      const warning = await eventually(
        'the warning',
        () => /"tools":\[[^\]]*\].*restrict nobody/.exec(server.log())?.[0],
      );

      expect(warning).toMatch(/^"tools":\["t"\]/);
    } finally {
      await server.stop();
    }
  });
});
