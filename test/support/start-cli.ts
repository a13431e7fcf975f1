import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { eventually } from './eventually.js';
import { temporalAddress, TEST_SECRET } from './start-mcp-server.js';

const DIST = new URL('../../dist/', import.meta.url);

/** Runs a program in a terminal of its own, whose keys are standard input. */
const IN_TERMINAL =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

export interface CliOptions {
  /** Runs it in a terminal, whose lines are all in `stdout`. Default: false, without standard input. */
  readonly inTerminal?: boolean;
  /** Path of the Node that runs the program. Default: the Node of this process. */
  readonly node?: string;
  readonly cwd?: string;
  /** Additions to this process's environment, the tests' Temporal Service and secret; `undefined` unsets a variable. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** The end of a process of the compiled program. */
export interface CliExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly child: ChildProcess;
  /** Standard output and standard error so far. */
  readonly output: () => string;
  readonly exited: Promise<CliExit>;
  /** Waits for output that matches a pattern. */
  readonly untilOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Presses keys, in a terminal. */
  readonly type: (keys: string) => void;
  /** Sends a signal, and waits for the end of the process. */
  readonly end: (signal: NodeJS.Signals) => Promise<CliExit>;
}

/** Starts the compiled program as a user does. */
export function startCli(args: readonly string[], options?: CliOptions): CliProcess {
  return startProgram('src/cli/main.js', args, options);
}

/** Starts any compiled module. */
export function startProgram(
  module: string,
  args: readonly string[],
  { node = process.execPath, cwd, environment = {}, inTerminal = false }: CliOptions = {},
): CliProcess {
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: temporalAddress(),
    TEMPORAL_MCP_TASKS_SECRET: TEST_SECRET,
    ...environment,
  };
  const program = [node, fileURLToPath(new URL(module, DIST)), ...args];
  const [command = node, ...rest] = inTerminal
    ? ['python3', '-c', IN_TERMINAL, ...program]
    : program;
  const child = spawn(command, rest, {
    env: Object.fromEntries(
      Object.entries<string | undefined>(env).filter(([, value]) => value !== undefined),
    ),
    stdio: [inTerminal ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  const hasGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const output = (): string => stdout + stderr;
  return {
    child,
    output,
    exited,
    untilOutput: async (pattern) =>
      eventually(`${pattern.source} in the output`, async () => {
        const match = pattern.exec(output());
        if (match) return match;
        if (hasGone()) throw new Error(`It ended without ${pattern.source}:\n${output()}`);
        return Promise.resolve(undefined);
      }),
    type: (keys) => child.stdin?.write(keys),
    end: async (signal) => {
      if (!hasGone()) child.kill(signal);
      return exited;
    },
  };
}

/** Runs the compiled program until it ends by itself. */
export async function runCli(args: readonly string[], options?: CliOptions): Promise<CliExit> {
  return startCli(args, options).exited;
}
