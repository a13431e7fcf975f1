import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { ExitCode } from '../../../src/cli/exit-code.js';
import { runCli } from '../../support/start-cli.js';

const page = readFileSync(new URL('../../../docs/connect-a-host.md', import.meta.url), 'utf8');
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

async function connect(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['connect', ...args, '--name', 'orders']);
  expect(stderr).toBe('');
  expect(code).toBe(ExitCode.done);
  return stdout;
}

describe('connect', () => {
  it.each(['claude-code', 'codex', 'gemini-cli', 'opencode', 'cursor', 'vscode', 'copilot-cli'])(
    'prints for %s what the page about hosts says',
    async (host) => {
      const [, how = ''] = (await connect(host)).split('\n\n');

      expect(withoutBlanks(page)).toContain(withoutBlanks(how));
    },
  );

  it('prints a command that starts the server of a manifest', async () => {
    const path = resolve('mcp-tasks.yaml');

    expect(await connect('claude-code', '--manifest', 'mcp-tasks.yaml')).toContain(
      `claude mcp add orders -- npx -y temporal-mcp-tasks serve --stdio --manifest ${path}\n`,
    );
  });

  it('prints an entry that starts the server of a manifest', async () => {
    const text = await connect('claude-desktop', '--manifest', 'mcp-tasks.yaml');

    const args = ['-y', 'temporal-mcp-tasks', 'serve', '--stdio', '--manifest'];
    expect(text).toMatch(/^Add to claude_desktop_config\.json:\n/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toStrictEqual({
      mcpServers: { orders: { command: 'npx', args: [...args, resolve('mcp-tasks.yaml')] } },
    });
  });

  it.each([
    [['claude-desktop'], ExitCode.error, 'name the tools with --manifest'],
    [['notepad'], ExitCode.usage, 'Allowed choices are claude-code, claude-desktop'],
    [['cursor', '--name', 'a b'], ExitCode.usage, 'Write letters, digits'],
  ])('refuses %j', async (args, code, message) => {
    const exit = await runCli(['connect', ...args]);

    expect(exit.code).toBe(code);
    expect(exit.stderr).toContain(message);
  });
});
