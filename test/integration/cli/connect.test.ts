import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { ExitCode } from '../../../src/cli/exit-code.js';
import { HOST_NAMES, type HostName } from '../../../src/cli/host-entries.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { runCli } from '../../support/start-cli.js';
import { TEST_MANIFEST, TEST_SECRET } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

let folder: TestFolder;
let worker: Awaited<ReturnType<typeof runTestWorker>>;
let manifest: string;
/** Of the shell that prints the entry. The manifest names the second one. */
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'fixtures' });
  // It writes down its arguments, as a shell has split them.
  folder = await createTestFolder({
    'bin/claude': '#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)))\n',
  });
  chmodSync(join(folder.path, 'bin/claude'), 0o755);
  manifest = join(folder.path, "it's here", 'mcp $tasks.yaml');
  mkdirSync(dirname(manifest));
  await copyFile(TEST_MANIFEST, manifest);
  const server = join(dirname(TEST_MANIFEST), 'test.server.yaml');
  await copyFile(server, join(dirname(manifest), 'test.server.yaml'));
  environment = { TEMPORAL_NAMESPACE: 'default', TEST_TASK_QUEUE: worker.taskQueue };
});

afterAll(async () => {
  await worker.stop();
  await folder.remove();
});

async function connect(...args: string[]): Promise<string> {
  const exit = await runCli(['connect', ...args, '--name', 'orders'], { environment });
  expect(exit.stderr).toBe('');
  expect(exit.code).toBe(ExitCode.done);
  return exit.stdout;
}

/** Runs the command of Claude Code in a shell, and reads its arguments as Claude Code does. */
function readClaudeCommand(line: string): Entry {
  const PATH = [join(folder.path, 'bin'), process.env['PATH']].join(delimiter);
  const text = execFileSync('sh', ['-c', line], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
  const words = JSON.parse(text) as string[];
  const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
  const pairs = words.filter((_word, index) => words[index - 1] === '--env');
  const env = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
  return { command, args, env };
}

function readToml(text: string): { readonly mcp_servers: { readonly orders: Entry } } {
  const program = 'import json, sys, tomllib; print(json.dumps(tomllib.load(sys.stdin.buffer)))';
  return JSON.parse(
    execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' }),
  ) as {
    mcp_servers: { orders: Entry };
  };
}

interface McpServers {
  readonly mcpServers: { readonly orders: Entry };
}
const readServers = (text: string): Entry => (JSON.parse(text) as McpServers).mcpServers.orders;

const READERS: Readonly<Record<HostName, (text: string) => Entry>> = {
  'claude-code': readClaudeCommand,
  'claude-desktop': readServers,
  cursor: readServers,
  vscode: (text) => (JSON.parse(text) as { servers: { orders: Entry } }).servers.orders,
  'copilot-cli': readServers,
  codex: (text) => readToml(text).mcp_servers.orders,
  'gemini-cli': readServers,
  opencode: (text) => {
    const { mcp } = JSON.parse(text) as {
      mcp: { orders: { command: string[]; environment: Record<string, string> } };
    };
    const { command: words, environment: env } = mcp.orders;
    const [command = '', ...args] = words;
    return { command, args, env };
  },
};

describe('connect', () => {
  it.each(HOST_NAMES)(
    'prints for %s what starts the server of this shell from an empty home',
    async (host) => {
      const [, how = ''] = (await connect(host, '--manifest', manifest)).split('\n\n');
      const home = join(folder.path, host);
      mkdirSync(home);
      const { command, args, env } = READERS[host](how);
      const client = new Client({ name: 'host', version: '1' });

      await client.connect(
        new StdioClientTransport({
          command,
          args: [...args],
          cwd: home,
          env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
          stderr: 'ignore',
        }),
      );

      try {
        expect(
          await client.callTool({ name: 'greet', arguments: { name: 'Ann' } }),
        ).not.toHaveProperty('isError', true);
      } finally {
        await client.close();
      }
    },
  );

  it('makes Codex wait for the server before its first turn', async () => {
    const [, how = ''] = (await connect('codex', '--manifest', manifest)).split('\n\n');

    expect(readToml(how).mcp_servers.orders).toHaveProperty('required', true);
  });

  it('names secrets of the shell, and prints none', async () => {
    const text = await connect('cursor', '--manifest', manifest);

    expect(text).not.toContain(TEST_SECRET);
    expect(text).toMatch(/secrets are not printed: TEMPORAL_MCP_TASKS_SECRET\. .*_SECRET_FILE\.$/m);
  });

  it('hands on the flags of a Temporal Service', async () => {
    const flags = ['--address', '127.0.0.1:1', '--data-converter', 'codec.js'];
    const [, how = ''] = (await connect('cursor', '--manifest', manifest, ...flags)).split('\n\n');

    expect(readServers(how).args.slice(-4)).toStrictEqual([
      ...['--address', '127.0.0.1:1'],
      ...['--data-converter', resolve('codec.js')],
    ]);
  });

  it.each([
    [['claude-desktop'], ExitCode.error, 'name the tools with --manifest'],
    [['notepad'], ExitCode.usage, 'Allowed choices are claude-code, claude-desktop'],
    [['cursor', '--name', 'a b'], ExitCode.usage, 'Write letters, digits'],
    [['cursor', '--manifest', 'nowhere.yaml'], ExitCode.error, 'There is no such file'],
    [['cursor', '--address', '127.0.0.1:1'], ExitCode.error, 'add --manifest'],
  ])('refuses %j', async (args, code, message) => {
    const exit = await runCli(['connect', ...args]);

    expect(exit.code).toBe(code);
    expect(exit.stderr).toContain(message);
  });
});
