/** Finds, downloads or starts a Temporal Service for development. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { type DevServer, startDevServer } from './dev-server.js';
import { probeTemporal } from './probe-temporal.js';
import { toTyped } from './this-program.js';

/**
 * Time in which a program on the port must answer as a Temporal Service with the namespace, in milliseconds. Docker
 * accepts connections before the program in the container does, and a service answers before it has its namespace.
 */
const ANSWER_WITHIN_MS = 3_000;
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

/** A Temporal Service to connect to, and its origin. */
export interface LocalTemporal extends Pick<DevServer, 'address' | 'namespace' | 'uiUrl'> {
  readonly origin: 'configured' | 'running' | 'started';
  /** Settles when the started dev server has ended. Absent: none was started. */
  readonly exited?: Promise<void> | undefined;
  /** Stops a dev server that was started here, and leaves any other service alone. */
  readonly stop: () => Promise<void>;
}

export interface LocalTemporalOptions {
  /** A dev server is started, whatever is configured or runs. Default: false. */
  readonly isOwn?: boolean | undefined;
  /** Taken without a check that a service answers there. Default: nothing is configured. */
  readonly configuredAddress?: string | undefined;
  /** Where a running service is looked for and a dev server is started. 0: a new dev server on any free port. */
  readonly port: number;
  /** Default: the port + 1000, as in the Temporal CLI. */
  readonly uiPort?: number | undefined;
  readonly namespace: string;
  readonly databasePath: string;
  readonly report: (line: string) => void;
  /** Aborts the start and the download. */
  readonly signal: AbortSignal;
}

/**
 * Provides a Temporal Service: the configured one, else one that answers on the port, else a dev server of `temporal`
 * on the PATH, else one of the CLI that `@temporalio/testing` downloads.
 *
 * @throws the signal's reason when aborted
 * @throws {Error} If there is none; the message says what was tried and what to do.
 */
export async function provideLocalTemporal(options: LocalTemporalOptions): Promise<LocalTemporal> {
  const { isOwn = false, configuredAddress, port, namespace, report } = options;
  const foreign = { namespace, stop: async () => Promise.resolve() };
  if (!isOwn && configuredAddress !== undefined) {
    return { ...foreign, address: configuredAddress, origin: 'configured' };
  }
  if (!isOwn && port !== 0 && (await isRunning(port, namespace))) {
    const address = `localhost:${port}`;
    report(`Using the Temporal Service on ${address}.`);
    return { ...foreign, address, origin: 'running' };
  }
  report('Starting a Temporal dev server …');
  return { ...(await start(options)), origin: 'started' };
}

/**
 * Returns true if a Temporal Service with the namespace answers on a port of this machine, and false if the port is
 * closed.
 *
 * @throws {Error} If another program answers, or the service lacks the namespace.
 */
async function isRunning(port: number, namespace: string): Promise<boolean> {
  const until = Date.now() + ANSWER_WITHIN_MS;
  for (;;) {
    const timeoutMs = Math.max(until - Date.now(), 500);
    const probe = await probeTemporal({ host: 'localhost', port, namespace, timeoutMs });
    if (probe === 'closed') return false;
    if (probe === 'temporal') return true;
    if (Date.now() < until) {
      await delay(100);
      continue;
    }
    throw new Error(
      probe === 'namespace missing'
        ? `The Temporal Service on localhost:${port} has no namespace ${namespace}. Create it with "temporal operator namespace create -n ${namespace}", or choose another port with --temporal-port.`
        : `Port ${port} is taken by a program that does not answer as a Temporal Service. Stop that program, choose another port with --temporal-port, or set TEMPORAL_ADDRESS.`,
    );
  }
}

async function start(options: LocalTemporalOptions): Promise<DevServer> {
  const { port, uiPort = port === 0 ? 0 : port + 1_000 } = options;
  try {
    return await startDevServer({ ...options, uiPort });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return await startDevServer({ ...options, uiPort, command: await download(options) });
  } catch (error) {
    options.signal.throwIfAborted();
    throw new Error(toAdvice(options, error), { cause: error });
  }
}

function toAdvice({ port, isOwn = false }: LocalTemporalOptions, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return [
    'There is no Temporal Service to use. Tried:',
    ...(isOwn ? [] : ['  - TEMPORAL_ADDRESS and temporal.toml: they name none']),
    ...(port === 0 ? [] : [`  - localhost:${port}: nothing answers`]),
    '  - the Temporal CLI: no "temporal" on the PATH',
    `  - the download by @temporalio/testing: ${text.trim()}`,
    'Do one of these:',
    '  - install the Temporal CLI: "brew install temporal", or see https://docs.temporal.io/cli',
    '  - npm install @temporalio/testing, where https://temporal.download can be reached',
    ...(isOwn
      ? [`  - set TEMPORAL_ADDRESS, and start "${toTyped(['dev'])}" first: its server is used`]
      : [
          '  - set TEMPORAL_ADDRESS to a Temporal Service that runs elsewhere',
          '  - start one in Docker: docker compose -f docker-compose.temporal.yml up',
        ]),
  ].join('\n');
}

/**
 * Returns the path of the Temporal CLI that `@temporalio/testing` downloads, once, into the user's cache folder. It
 * downloads only when it starts a server, in native code that cannot be interrupted, so it runs in its own process.
 */
async function download({ report, signal }: LocalTemporalOptions): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'temporal-mcp-tasks', 'temporal-cli', 'downloaded');
  mkdirSync(folder, { recursive: true });
  const find = (): string | undefined =>
    readdirSync(folder).find((name) => !name.endsWith('.downloading'));
  if (find() === undefined) {
    const testing = import.meta.resolve('@temporalio/testing');
    report(`Downloading the Temporal CLI, once, into ${folder} …`);
    const executable = { type: 'cached-download', downloadDir: folder };
    const program = `
      import testing from ${JSON.stringify(testing)};
      try {
        const options = { server: { executable: ${JSON.stringify(executable)} } };
        const environment = await testing.TestWorkflowEnvironment.createLocal(options);
        await environment.teardown();
      } catch (error) {
        process.stdout.write(error.message);
      }`;
    const node = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, node, {
      signal,
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    if (find() === undefined) throw new Error(stdout);
  }
  return join(folder, find() ?? '');
}
