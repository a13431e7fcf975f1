import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { registerKillAtExit } from './kill-at-exit.js';
import { LocalTemporalError } from './local-temporal-error.js';
import { openOutputFile } from './output-file.js';

/** Lines of output to show. */
const outputLines = 10;

/** The end of a server's process. */
export interface ServerExit {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last ten lines it wrote, on stdout and stderr. */
  readonly output: string;
}

/** A server's process. It does not keep this process alive, and this process kills it at its exit. */
export interface ServerProcess {
  readonly pid: number;
  /** Returns the last ten lines so far, of stdout and stderr. */
  readOutput(): string;
  /** Resolves when the process has ended, for any reason; never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Ends the process: SIGTERM, then SIGKILL. Resolves when it has ended; a second call waits for the first. */
  stop(): Promise<void>;
}

export interface StartServerProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** File for its output, appended. Default: none; only the end is kept, for error messages. */
  readonly logPath?: string | undefined;
  /** Milliseconds between SIGTERM and SIGKILL. Default: 5,000. */
  readonly graceMs?: number | undefined;
}

/**
 * Starts a server in its own process group, so that Ctrl-C in the terminal does not end it before the programs that use
 * it.
 *
 * @throws {Error} when the program cannot be started or the log cannot be written
 */
export async function startServerProcess(
  options: StartServerProcessOptions,
): Promise<ServerProcess> {
  const { command, args, logPath, graceMs = 5_000 } = options;
  const output = openOutputFile(logPath);
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', output.descriptor, output.descriptor],
    windowsHide: true,
  });
  const unregister = registerKillAtExit(() => {
    killGroup(child, 'SIGKILL');
  });
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      // `temporal` on PATH may be a script that has started the real program.
      sweepGroup(child);
      unregister();
      resolve({ exitCode, signal, output: output.readLastLines(outputLines) });
      output.close();
    });
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    unregister();
    output.close();
    throw error;
  }
  // If a signal cannot be sent, `exited` does not settle.
  child.on('error', () => undefined);
  child.unref();

  let stopping: Promise<void> | undefined;
  return {
    pid: child.pid ?? 0,
    readOutput: () => output.readLastLines(outputLines),
    exited,
    stop: () => (stopping ??= stopProcess({ child, exited, graceMs })),
  };
}

interface StopOptions {
  readonly child: ChildProcess;
  readonly exited: Promise<ServerExit>;
  readonly graceMs: number;
}

async function stopProcess({ child, exited, graceMs }: StopOptions): Promise<void> {
  if (hasExited(child)) return;
  child.ref();
  const kill = setTimeout(() => {
    killGroup(child, 'SIGKILL');
  }, graceMs);
  let giveUp: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_resolve, reject) => {
    giveUp = setTimeout(() => {
      const message = `The Temporal dev server (process ${child.pid ?? 0}) does not end.`;
      reject(new LocalTemporalError('stopFailed', message));
    }, graceMs + 5_000);
  });
  try {
    killGroup(child, 'SIGTERM');
    await Promise.race([exited, stuck]);
  } finally {
    clearTimeout(kill);
    clearTimeout(giveUp);
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasExited(child)) return;
  if (process.platform === 'win32') child.kill(signal);
  else sendToGroup(child.pid, signal);
}

function sweepGroup(child: ChildProcess): void {
  if (child.pid !== undefined && process.platform !== 'win32') sendToGroup(child.pid, 'SIGKILL');
}

function sendToGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: the group is empty.
  }
}
