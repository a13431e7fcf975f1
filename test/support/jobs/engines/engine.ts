import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { preparePython } from '../../languages/prepare-python.js';

/** A service of others that runs jobs, in processes of its own. */
export interface Engine {
  readonly url: string;
  /** Ends all of its processes, and removes its files. */
  readonly stop: () => Promise<void>;
}

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Far more than an engine needs on a busy machine that has no compiled Python files yet. */
const START_TIMEOUT_MS = 150_000;
const STOP_TIMEOUT_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Returns a Python with the packages of an engine, or `undefined` if they cannot be installed. */
export async function prepareEngine(name: string): Promise<string | undefined> {
  return preparePython(join('engines', `python-${name}`), join(folder, `requirements-${name}.txt`));
}

/** Returns the path of a file beside this one. */
export function engineFile(name: string): string {
  return join(folder, name);
}

/** A program of an engine. */
export interface EngineProgram {
  readonly python: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns true once the program can be used. It may throw before. */
  readonly isReady: () => Promise<boolean>;
}

/** The environment of engines: nothing of this machine's that changes what they do, or that their logs should show. */
export function engineEnvironment(more: EngineProgram['environment'] = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG } = process.env;
  return { PATH, HOME, LANG, PYTHONUNBUFFERED: '1', ...more };
}

/**
 * Runs a program until it is stopped, and resolves once it is ready.
 *
 * @returns A function that stops it. A program that ignores SIGTERM is killed, with all processes of its group.
 * @throws {Error} With the program's output, if it ends before it is ready.
 */
export async function runProgram(program: EngineProgram): Promise<() => Promise<void>> {
  const child = spawn(program.python, program.args, {
    cwd: program.cwd,
    env: engineEnvironment(program.environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-8_000)));
  }
  const exited = once(child, 'exit');
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-(child.pid ?? Number.NaN), signal);
    } catch {
      // The group has ended.
    }
  };
  const killGroup = (): void => {
    signalGroup('SIGKILL');
  };
  process.once('exit', killGroup);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([exited, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    killGroup();
    await exited;
    process.off('exit', killGroup);
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await program.isReady().catch(() => false))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || Date.now() > deadline) {
      await stop();
      throw new Error(`${program.args.join(' ')} did not become ready:\n${output}`);
    }
    await pause(LOOK_AGAIN_MS);
  }
  return stop;
}

/** Returns true if a GET is answered with a status of 2xx. */
export async function isAnswered(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}
