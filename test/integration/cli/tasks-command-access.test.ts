/** `tasks` where a server asks for tokens: whose tasks are seen, at the server and straight at Temporal. */
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const there = withProtectedServer({ worker: true });

let folder: TestFolder;
let taskId: string;
beforeAll(async () => {
  const { given, issuer, resource, send26 } = there();
  const token = await issuer.sign();
  folder = await createTestFolder({
    token: `${token}\n`,
    'ada.json': '{ "claims": { "sub": "ada" } }',
    'eve.json': '{ "claims": { "sub": "eve" } }',
    'bad.jwt': 'not.a.token',
    'server.yaml': `auth: { resource: ${resource}, issuers: [ { issuer: ${issuer.issuer} } ], scopes: [ tasks:use ] }
audit: { to: "stdout" }
`,
    'mcp-tasks.yaml': `server: server.yaml
tools: { waiting: { workflow: { type: waitForFinish, taskQueue: ${given.taskQueue} } } }
`,
  });
  const { message } = await send26(token, 'tools/call', { name: 'waiting', arguments: {} });
  taskId = message.result?.['taskId'] as string;
  given.terminateLater(taskId);
});
afterAll(async () => {
  await folder.remove();
});

async function atServer(
  environment: NodeJS.ProcessEnv,
  ...more: readonly string[]
): Promise<CliExit> {
  const args = ['tasks', 'get', taskId, '--json', '--url', there().url, ...more];
  return runCli(args, { environment });
}

async function atTemporal(...more: readonly string[]): Promise<CliExit> {
  const secret = `base64:${Buffer.from(there().given.secret).toString('base64')}`;
  return runCli(
    ['tasks', 'get', taskId, '--manifest', join(folder.path, 'mcp-tasks.yaml'), ...more],
    { environment: { TEMPORAL_MCP_TASKS_SECRET: secret } },
  );
}

async function sign(sub: string): Promise<string> {
  return there().issuer.sign({ claims: { sub } });
}

describe('tasks, at a server that asks for tokens', () => {
  it('shows somebody their own, by a token from the environment or from a file', async () => {
    const file = join(folder.path, 'token');
    const shown = [
      await atServer({ TEMPORAL_MCP_TASKS_TOKEN: await sign('ada') }),
      await atServer({ TEMPORAL_MCP_TASKS_TOKEN_FILE: file }),
      await atServer({}, '--token-file', file),
    ];

    for (const { code, stdout, stderr } of shown) {
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toMatchObject({ taskId, status: 'working' });
      expect(code).toBe(0);
    }
  });

  it('says what to do without a token, or with one that does not hold', async () => {
    const missing = await atServer({});
    const wrong = await atServer({ TEMPORAL_MCP_TASKS_TOKEN: 'abc' });

    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/asks for a token \(401\)/),
    });
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not take this token/),
    });
    expect(wrong.stderr).not.toContain('abc');
  });

  it('finds nothing of anybody else', async () => {
    const { code, stderr } = await atServer({ TEMPORAL_MCP_TASKS_TOKEN: await sign('eve') });

    expect(stderr).toMatch(/^Task not found/);
    expect(code).toBe(1);
  });
});

describe('tasks, straight at Temporal', () => {
  it('are written down as the manifest says, beside what is printed', async () => {
    const { stderr } = await atTemporal('--as', join(folder.path, 'eve.json'));

    expect(stderr).toMatch(/^\{.+"event":"task\.lookup_failed".+\}$/m);
  });

  it('are those of whom claims name', async () => {
    const { code, stdout } = await atTemporal('--as', join(folder.path, 'ada.json'), '--json');

    expect(JSON.parse(stdout)).toMatchObject({ taskId, tool: 'waiting', status: 'working' });
    expect(code).toBe(0);
  });

  it.each([
    ['of somebody else', ['eve.json'], /^Task not found/m],
    ['of whoever asks for no token', [], /as its owner \(--as\)/],
    ['by a token that does not hold', ['bad.jwt'], /./],
  ])('are not those %s', async (_whose, files, expected) => {
    const as = files.flatMap((file) => ['--as', join(folder.path, file)]);
    const { code, stdout, stderr } = await atTemporal(...as, '--json');

    expect(stderr).toMatch(expected);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });
});
