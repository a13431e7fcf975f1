/** The compiled program in a pseudo-terminal, by `script` of util-linux, which every Linux has. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

import { eventually } from './eventually.js';
import { temporalAddress } from './start-mcp-server.js';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** True if `script` can make a pseudo-terminal. Other systems than Linux have a different `script` or none. */
export const hasTerminals =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Keys of a keyboard. */
export const KEYS = { enter: '\r', down: '\u001b[B', space: ' ', ctrlC: '\u0003' } as const;

export interface TerminalProcess {
  /** All output, with its control characters. */
  readonly raw: () => string;
  /** Waits for a text behind the one of the previous wait. */
  readonly until: (text: string) => Promise<void>;
  readonly type: (...keys: readonly string[]) => void;
  /** Resolves with the exit code at the end of the program. */
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
}

function quote(word: string): string {
  return `'${word.replace(/'/g, "'\\''")}'`;
}

/** Starts the program in a terminal. */
export function startInTerminal(
  args: readonly string[],
  {
    environment = {},
    columns = 100,
  }: { readonly environment?: NodeJS.ProcessEnv; readonly columns?: number } = {},
): TerminalProcess {
  const command = [process.execPath, CLI, ...args].map(quote).join(' ');
  const line = `stty cols ${columns} rows 40; exec ${command}`;
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: temporalAddress(),
    TERM: 'xterm',
    ...environment,
  };
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env, stdio: 'pipe' });
  let output = '';
  let from = 0;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]: unknown[]) => code as number | null);
  return {
    raw: () => output,
    until: async (text) => {
      await eventually(`"${text}" in the terminal`, async () => {
        const shown = stripVTControlCharacters(output);
        const at = shown.indexOf(text, from);
        if (at >= 0) {
          from = at + text.length;
          return true;
        }
        if (child.exitCode !== null) throw new Error(`It ended without "${text}":\n${shown}`);
        return Promise.resolve(undefined);
      });
    },
    type: (...keys) => {
      for (const key of keys) child.stdin.write(key);
    },
    ended,
    kill: () => child.kill('SIGKILL'),
  };
}
