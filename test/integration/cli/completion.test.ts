/** `completion`: the suggestions of a shell at each Tab. */
import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { runCli } from '../../support/start-cli.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const CLI = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
/** A function of the package bash-completion, reduced to words without quotes. */
const COMP_WORDS_BY_REF =
  '_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]}; words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }';

let folder: TestFolder;
beforeAll(async () => {
  folder = await createTestFolder({
    'temporal-mcp-tasks': `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`,
  });
  await chmod(join(folder.path, 'temporal-mcp-tasks'), 0o755);
});
afterAll(async () => folder.remove());

async function suggest(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli(['complete', '--', ...words]);
  return stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it.each(['bash', 'fish', 'zsh'])('prints the script of %s', async (shell) => {
    const { code, stdout } = await runCli(['completion', shell]);

    expect(code).toBe(0);
    expect(stdout).toContain('temporal-mcp-tasks complete --');
  });

  it('suggests commands, subcommands and flags', async () => {
    expect(await suggest('')).toEqual(expect.arrayContaining(['dev', 'serve', 'check', 'tasks']));
    expect(await suggest('tasks', '')).toEqual(expect.arrayContaining(['list', 'answer']));
    expect(await suggest('serve', '--man')).toContain('--manifest');
  });

  it('completes a command in bash', async () => {
    const script = [
      COMP_WORDS_BY_REF,
      'source <(temporal-mcp-tasks completion bash)',
      'COMP_WORDS=(temporal-mcp-tasks check --str); COMP_CWORD=2',
      '__temporal_mcp_tasks_complete 2>/dev/null; printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');

    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { ...process.env, PATH: `${folder.path}:${process.env['PATH'] ?? ''}` },
    });

    expect(stdout.trim()).toBe('--strict');
  });

  it('names the shells that it knows for any other', async () => {
    const { code, stderr } = await runCli(['completion', 'tcsh']);

    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are zsh, bash, fish, powershell.');
  });
});
