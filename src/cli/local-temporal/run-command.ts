import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { registerKillAtExit } from './kill-at-exit.js';

/** Number of kept output lines. Older lines are dropped. */
const keptLines = 200;

/** Milliseconds between SIGTERM and SIGKILL. */
const graceMs = 3_000;

export interface RunCommandOptions {
  /** Time limit of the program, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Called with each line of stderr. */
  readonly onErrorLine?: ((line: string) => void) | undefined;
}

/**
 * Runs a program until it ends, without a shell, and returns the last 200 lines of its stdout.
 *
 * The program stays in this process group, so a Ctrl-C in the terminal ends it, too.
 *
 * @throws the signal's reason when aborted
 * @throws {Error} if the program cannot be started, runs too long or exits with a code other than 0; the
 * message is a phrase that ends with the last line of stderr
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: RunCommandOptions,
): Promise<string> {
  const { timeoutMs, signal } = options;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const aborted = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);

  const child = spawn(command, args, {
    env: options.environment ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const outputLines: string[] = [];
  const errorLines: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    keep(outputLines, line);
  });
  createInterface(child.stderr).on('line', (line) => {
    keep(errorLines, line);
    options.onErrorLine?.(line);
  });

  const unregister = registerKillAtExit(() => child.kill('SIGKILL'));
  const finished = new AbortController();
  let killTimer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
      child.once('error', reject);
      child.once('close', () => {
        resolve();
      });
      // A grandchild can keep the pipes open, which delays `close` long after the program has ended.
      child.once('exit', () => {
        if (aborted.aborted) resolve();
      });
      const end = (): void => {
        if (hasExited()) resolve();
        child.kill('SIGTERM');
        killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      };
      aborted.addEventListener('abort', end, { signal: finished.signal });
    });
  } finally {
    finished.abort();
    clearTimeout(killTimer);
    unregister();
    child.stdout.destroy();
    child.stderr.destroy();
  }

  signal?.throwIfAborted();
  if (child.exitCode === 0) return outputLines.join('\n');
  const reason = timeout.aborted
    ? `took longer than ${timeoutMs / 1000} s`
    : child.signalCode === null
      ? `exited with code ${child.exitCode ?? '?'}`
      : `was ended by ${child.signalCode}`;
  const lastLine = errorLines.findLast((line) => line.trim() !== '')?.trim();
  throw new Error(lastLine === undefined ? reason : `${reason}: ${lastLine}`);
}

function keep(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > keptLines) lines.shift();
}
