import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';

import { findOnPath } from '../../../src/local-temporal/find-on-path.js';
import { eventually, within } from '../eventually.js';
import { makeOnce, type Making } from '../make-once.js';
import { temporalAddress } from '../start-mcp-server.js';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** The languages of `examples/`, besides the server's own. */
export const LANGUAGES = ['python', 'go', 'java'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How long {@link prepareLanguage} may take on a machine that has none of the packages yet. */
export const PREPARATION_TIMEOUT_MS = 15 * 60_000;

/** A process of a Worker of `examples/`. */
export interface LanguageWorker {
  readonly child: ChildProcess;
  /** Everything it has logged so far. */
  readonly log: () => string;
  /** SIGTERM, then waits until it has gone; rejects if it has to be killed, or has failed. */
  readonly stop: () => Promise<void>;
  /** SIGKILL, then waits until it has gone. */
  readonly kill: () => Promise<void>;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

interface Build extends Making {
  readonly toCommand: (folder: string) => Command;
}

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
/** Longer than the workers themselves give what still runs. */
const STOP_TIMEOUT_MS = 60_000;
/** The last characters of what a failed program has said. */
const KEPT_OUTPUT = 4_000;

const builds: Record<Language, () => Promise<Build>> = {
  python: preparePython,
  go: prepareGo,
  java: prepareJava,
};

/** The environment variable with the Task Queue that the worker of a language polls. */
export function taskQueueVariable(language: Language): string {
  return `EXAMPLES_${language.toUpperCase()}_TASK_QUEUE`;
}

const prepared = new Map<Language, Promise<Command>>();

/**
 * Installs the packages of an example and builds it, with the tools of its language, into the user's cache folder.
 * What is there already, for these sources, is used as it is.
 *
 * @throws {Error} Saying which tool is missing, or what it could not do.
 */
export async function prepareLanguage(language: Language): Promise<Command> {
  const preparing = prepared.get(language) ?? prepare(language);
  prepared.set(language, preparing);
  return preparing;
}

async function prepare(language: Language): Promise<Command> {
  const { inputs, make, toCommand } = await builds[language]();
  const folder = await makeOnce(join('examples', language), { inputs, make });
  return toCommand(folder);
}

/** Starts the worker of an example, and resolves when it polls for Workflows and for Activities. */
export async function startLanguageWorker(
  language: Language,
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
): Promise<LanguageWorker> {
  const { command, args } = await prepareLanguage(language);
  const child = spawn(command, args, {
    cwd: join(examples, language),
    env: {
      ...process.env,
      TEMPORAL_ADDRESS: temporalAddress(),
      TEMPORAL_NAMESPACE: client.options.namespace,
      [taskQueueVariable(language)]: taskQueue,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  const keep = (chunk: Buffer): void => void (log += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const worker: LanguageWorker = {
    child,
    log: () => log,
    async stop() {
      if (!hasExited()) child.kill('SIGTERM');
      try {
        await within(STOP_TIMEOUT_MS, exited);
      } catch {
        await worker.kill();
      }
      // A JVM that has ended in good order at a SIGTERM still says 143.
      if (child.exitCode === 0 || child.exitCode === 143) return;
      const how = child.exitCode ?? child.signalCode ?? '?';
      throw new Error(`The ${language} worker ended with ${how}:\n${log.slice(-KEPT_OUTPUT)}`);
    },
    async kill() {
      if (!hasExited()) child.kill('SIGKILL');
      await exited;
    },
  };
  try {
    await eventually(`the ${language} worker polls ${taskQueue}`, async () => {
      if (hasExited()) throw new Error(`The ${language} worker has ended.`);
      return (await isPolled({ client, taskQueue }, `${child.pid}@`)) || undefined;
    });
  } catch (error) {
    await worker.kill();
    throw new Error(`The ${language} worker did not start:\n${log.slice(-KEPT_OUTPUT)}`, {
      cause: error,
    });
  }
  return worker;
}

/** Whether this very process polls: those that have gone are still listed for minutes. */
async function isPolled(
  { client, taskQueue }: { readonly client: Client; readonly taskQueue: string },
  identityPrefix: string,
): Promise<boolean> {
  const types = [TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY];
  for (const taskQueueType of types) {
    const { pollers } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType,
    });
    if (!pollers.some(({ identity }) => identity?.startsWith(identityPrefix))) return false;
  }
  return true;
}

async function preparePython(): Promise<Build> {
  const python =
    (await findOnPath('python3', process.env)) ??
    (await findOnPath('python', process.env)) ??
    (await findTool('python3', 'Python 3.10 or newer, with venv'));
  const version = await run('python3', [python, '--version']);
  const requirements = join(examples, 'python/requirements.txt');
  return {
    inputs: [version, await readFile(requirements)],
    make: async (folder) => {
      await run('python -m venv', [python, '-m', 'venv', folder]);
      const pip = [join(folder, 'bin/python'), '-m', 'pip'] as const;
      await run('pip install', [...pip, 'install', '--quiet', '--requirement', requirements]);
    },
    // -B: the example's folder stays as it is.
    toCommand: (folder) => ({ command: join(folder, 'bin/python'), args: ['-B', 'worker.py'] }),
  };
}

async function prepareGo(): Promise<Build> {
  const go = await findTool('go', 'Go (go.mod says which version)');
  return {
    inputs: [await run('go', [go, 'version']), ...(await readFolder('go'))],
    make: async (folder) => {
      await run('go build', [go, 'build', '-o', join(folder, 'worker'), '.'], 'go');
    },
    toCommand: (folder) => ({ command: join(folder, 'worker'), args: [] }),
  };
}

async function prepareJava(): Promise<Build> {
  const java = await findTool('java', 'a JDK, 17 or newer');
  const maven = await findTool('mvn', 'Maven');
  return {
    inputs: await readFolder('java'),
    make: async (folder) => {
      await cp(join(examples, 'java/pom.xml'), join(folder, 'pom.xml'));
      await cp(join(examples, 'java/src'), join(folder, 'src'), { recursive: true });
      await run('mvn package', [maven, '-q', '-B', '-f', join(folder, 'pom.xml'), 'package']);
    },
    toCommand: (folder) => ({
      command: java,
      args: ['-jar', join(folder, 'target/examples-worker.jar')],
    }),
  };
}

async function findTool(name: string, what: string): Promise<string> {
  const path = await findOnPath(name, process.env);
  if (path !== undefined) return path;
  throw new Error(`"${name}" is not on the PATH: the tests of examples/ need ${what}.`);
}

/** The names and contents of an example's sources: what is built, and any README, is left out. */
async function readFolder(name: string): Promise<(string | Buffer)[]> {
  const entries = await readdir(join(examples, name), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(go|mod|sum|java|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(examples, name, 'target')))
    .sort();
  const contents = await Promise.all(paths.map(async (path) => [path, await readFile(path)]));
  return contents.flat();
}

/** Runs a program to its end, in the folder of an example, and returns what it has printed. */
async function run(
  what: string,
  [command, ...args]: readonly [string, ...string[]],
  folder = '.',
): Promise<string> {
  try {
    const options = { cwd: join(examples, folder), timeout: PREPARATION_TIMEOUT_MS };
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.trim().slice(-KEPT_OUTPUT);
    throw new Error(`${what} failed, as preparation for the tests of examples/:\n${output}`, {
      cause: error,
    });
  }
}
