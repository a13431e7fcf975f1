import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { probeTemporal } from './probe-temporal.js';

/** A dev server knows no authentication, so it listens on this machine only. */
const LOOPBACK = '127.0.0.1';
/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** Lines of the server's output in an error message. */
const SHOWN_LINES = 10;

export interface DevServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  readonly namespace: string;
  /** Absent: no Web UI. */
  readonly uiUrl?: string | undefined;
  readonly pid: number;
  /** Resolves when the process has ended for any reason; never rejects. */
  readonly exited: Promise<void>;
  /** Sends SIGTERM, and SIGKILL after 5 seconds. Resolves when the process has ended. */
  readonly stop: () => Promise<void>;
}

export interface DevServerOptions {
  /** The Temporal CLI. Default: `temporal` on the PATH. */
  readonly command?: string | undefined;
  /** Port for gRPC; 0 for any free port. */
  readonly port: number;
  /** Port of the Web UI; 0 for any free port. Default: no Web UI. */
  readonly uiPort?: number | undefined;
  /** SQLite file with the state. The server creates it. Its output is in a file beside it, with `.log` appended. */
  readonly databasePath: string;
  /** Created if missing. Default: `default`. */
  readonly namespace?: string | undefined;
  /** Types, such as `Keyword`, of Search Attributes by name. Default: none. */
  readonly searchAttributes?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Time limit of a start, in milliseconds. Default: 30,000. A start usually takes 400. */
  readonly readyTimeoutMs?: number | undefined;
}

/** Finds a free TCP port. Another program may take it before it is used. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts `temporal server start-dev` and waits until it answers and has the namespace.
 *
 * The server has its own process group, so Ctrl-C doesn't end it before the programs that use it. It doesn't keep this
 * process alive, and ends when this process exits. After a SIGKILL of this process it keeps running.
 *
 * @throws the error of `spawn` if the command can't be run, with `ENOENT` as its code if there is none
 * @throws the signal's reason when aborted
 * @throws {Error} if the server ends early or isn't ready in time; it has been stopped then
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { command = 'temporal', databasePath, namespace = 'default' } = options;
  const port = options.port === 0 ? await findFreePort() : options.port;
  const uiPort = options.uiPort === 0 ? await findFreePort() : options.uiPort;
  mkdirSync(dirname(resolve(databasePath)), { recursive: true });
  const logPath = `${databasePath}.log`;
  // A file and no pipe: a broken pipe would end a server whose starter was killed.
  const log = openSync(logPath, 'w', 0o600);
  const child = spawn(command, toArguments(options, { port, uiPort }), {
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  await once(child, 'spawn');
  // If a signal cannot be sent, `exited` does not settle.
  child.on('error', () => undefined);
  child.unref();
  const kill = (): void => {
    sendToGroup(child, 'SIGKILL');
  };
  process.once('exit', kill);
  const exited = once(child, 'exit').then(() => {
    process.off('exit', kill);
  });
  const stop = async (): Promise<void> => {
    child.ref();
    sendToGroup(child, 'SIGTERM');
    const timer = setTimeout(kill, GRACE_MS);
    await exited;
    clearTimeout(timer);
  };
  try {
    await untilReady(child, { ...options, namespace, port, logPath });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address: `${LOOPBACK}:${port}`,
    namespace,
    uiUrl: uiPort === undefined ? undefined : `http://localhost:${uiPort}`,
    pid: child.pid ?? 0,
    exited,
    stop,
  };
}

function toArguments(
  { databasePath, namespace = 'default', searchAttributes = {} }: DevServerOptions,
  { port, uiPort }: { readonly port: number; readonly uiPort: number | undefined },
): string[] {
  return [
    ...['server', 'start-dev', '--ip', LOOPBACK, '--port', String(port)],
    ...['--namespace', namespace, '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => [
      '--search-attribute',
      `${name}=${type}`,
    ]),
    // A start of a Workflow takes 7 ms with these settings and 24 ms without. SIGKILL loses no data.
    ...['--db-filename', resolve(databasePath)],
    ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
    // Off by default in Temporal 1.30 and newer. Older servers ignore it.
    ...['--dynamic-config-value', 'frontend.WorkflowPauseEnabled=true'],
  ];
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** `temporal` on the PATH may be a script that has started the real program, so the signal goes to its group. */
function sendToGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasExited(child)) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // ESRCH: it has ended meanwhile.
  }
}

async function untilReady(
  child: ChildProcess,
  options: DevServerOptions & { readonly namespace: string; readonly logPath: string },
): Promise<void> {
  const { port, namespace, logPath, signal, readyTimeoutMs = 30_000 } = options;
  const until = Date.now() + readyTimeoutMs;
  const probe = { host: LOOPBACK, port, namespace, timeoutMs: 2_000 };
  while ((await probeTemporal(probe)) !== 'temporal') {
    signal?.throwIfAborted();
    if (hasExited(child)) {
      throw new Error(`The Temporal dev server ended before it was ready:\n${readEnd(logPath)}`);
    }
    if (Date.now() > until) {
      const seconds = readyTimeoutMs / 1000;
      throw new Error(
        `The Temporal dev server was not ready within ${seconds} s:\n${readEnd(logPath)}`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
}

/** Returns the last lines of a log, without the stack trace of a Go program that panicked. */
function readEnd(path: string): string {
  return readFileSync(path, 'utf8')
    .replace(/^goroutine \d+ \[.*/ms, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-SHOWN_LINES)
    .join('\n');
}
