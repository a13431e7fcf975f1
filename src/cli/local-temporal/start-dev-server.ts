import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import {
  defaultPort,
  type DevServerPorts,
  findDevServerPorts,
  toPortTakenMessage,
  toUiPortTakenMessage,
} from './dev-server-ports.js';
import { loopback } from './free-port.js';
import { isLocalTemporalError, LocalTemporalError } from './local-temporal-error.js';
import { probeTemporal } from './probe-temporal.js';
import { type ServerExit, type ServerProcess, startServerProcess } from './server-process.js';
import { toReason } from './to-reason.js';

/** A running Temporal dev server with its namespace. */
export interface DevServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  readonly namespace: string;
  /** Absent if the server has no Web UI. */
  readonly uiUrl?: string;
  readonly pid: number;
  /**
   * Sends SIGTERM, and SIGKILL after 5 seconds. Resolves when the process has ended. A second call waits for the first.
   *
   * @throws {LocalTemporalError} `stopFailed` if the process still runs 5 seconds after SIGKILL
   */
  stop(): Promise<void>;
  /** Resolves when the process has ended, stopped or not; never rejects. */
  readonly exited: Promise<ServerExit>;
}

export interface StartDevServerOptions {
  /** A Temporal CLI, as from `findTemporalCli`. */
  readonly cliPath: string;
  /** Port for gRPC; 0 for any free port. Default: 7233, as in every Temporal tool. */
  readonly port?: number | undefined;
  /**
   * Port for the Web UI; 0 for any free port, `false` for no Web UI.
   * Default: the port + 1000, as in the CLI; any free port if that is taken or `port` is 0.
   */
  readonly uiPort?: number | false | undefined;
  /**
   * SQLite file for the state. The server creates it with its directory. Two dev servers must not share it: without a
   * lock, both would fail from time to time. Default: in memory, lost when the server stops.
   */
  readonly databasePath?: string | undefined;
  /** Created if missing. Default: `default`. */
  readonly namespace?: string | undefined;
  /** Custom Search Attributes of the namespace: types, such as `Keyword`, by name. Default: none. */
  readonly searchAttributes?: Readonly<Record<string, string>> | undefined;
  /** File to which the server appends its output: errors only. Default: none. */
  readonly logPath?: string | undefined;
  /** Aborts the start. It has no effect on a running server. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of a start, in milliseconds. Default: 30,000. A start usually takes 400. */
  readonly readyTimeoutMs?: number | undefined;
}

/** Attempts with ports of our choice. Another program may take such a port before the server does. */
const attempts = 3;

/**
 * Starts `temporal server start-dev` on 127.0.0.1 and waits until it answers and has the namespace.
 *
 * The server has its own process group, so a Ctrl-C does not reach it: call `stop` after its users have
 * stopped. It does not keep this process alive, and is killed when this process exits. Programs must
 * handle SIGINT, SIGTERM and SIGHUP, since Node would end without exit handlers. After a SIGKILL of this
 * process the server keeps running, and the next `startLocalTemporal` uses it.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `portTaken` if a wanted port is taken
 * @throws {LocalTemporalError} `startFailed` if the program cannot be run, ends early (with its last
 * lines of output) or is not ready in time; no process is left running
 */
export async function startDevServer(options: StartDevServerOptions): Promise<DevServer> {
  const { port = defaultPort, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const ports = await findDevServerPorts(port, options.uiPort);
    try {
      return await launch(options, ports);
    } catch (error) {
      const isBadLuck = port === 0 && isLocalTemporalError(error) && error.code === 'portTaken';
      if (!isBadLuck || attempt === attempts) throw error;
    }
  }
}

async function launch(options: StartDevServerOptions, ports: DevServerPorts): Promise<DevServer> {
  const { cliPath, databasePath, namespace = 'default', logPath } = options;
  if (databasePath !== undefined) await mkdir(dirname(resolve(databasePath)), { recursive: true });
  const args = toArguments({ ...options, namespace }, ports);
  const server = await startServerProcess({ command: cliPath, args, logPath }).catch(
    (error: unknown) => {
      const message = `The Temporal dev server cannot be started: ${toReason(error)}`;
      throw new LocalTemporalError('startFailed', message, { cause: error });
    },
  );
  try {
    await waitUntilReady(server, { ...options, namespace, ports });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    address: `${loopback}:${ports.port}`,
    namespace,
    ...(ports.uiPort === undefined ? {} : { uiUrl: `http://localhost:${ports.uiPort}` }),
    pid: server.pid,
    stop: () => server.stop(),
    exited: server.exited,
  };
}

function toArguments(
  {
    namespace,
    databasePath,
    searchAttributes = {},
  }: StartDevServerOptions & { readonly namespace: string },
  { port, uiPort }: DevServerPorts,
): string[] {
  return [
    ...['server', 'start-dev', '--ip', loopback, '--port', String(port)],
    ...['--namespace', namespace, '--log-level', 'error'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => [
      '--search-attribute',
      `${name}=${type}`,
    ]),
    // A start of a Workflow takes 7 ms with these settings and 24 ms without. SIGKILL loses no data.
    ...(databasePath === undefined
      ? []
      : [
          ...['--db-filename', resolve(databasePath)],
          ...['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'],
        ]),
  ];
}

interface WaitOptions extends StartDevServerOptions {
  readonly namespace: string;
  readonly ports: DevServerPorts;
}

async function waitUntilReady(server: ServerProcess, options: WaitOptions): Promise<void> {
  const { readyTimeoutMs = 30_000, namespace, ports } = options;
  const timeout = AbortSignal.timeout(readyTimeoutMs);
  const done = new AbortController();
  const signals = [timeout, done.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const signal = AbortSignal.any(signals);
  const exitedEarly = server.exited.then((exit) => {
    throw toExitedEarlyError(exit, ports);
  });
  try {
    const poll = { port: ports.port, namespace, signal, readOutput: () => server.readOutput() };
    await Promise.race([pollUntilReady(poll), exitedEarly]);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!timeout.aborted || isLocalTemporalError(error)) throw error;
    const message = `The Temporal dev server was not ready within ${readyTimeoutMs / 1000} s.`;
    throw new LocalTemporalError('startFailed', message, { cause: error });
  } finally {
    // The other promise settles, too; its rejection is ignored.
    exitedEarly.catch(() => undefined);
    done.abort();
  }
}

interface PollOptions {
  readonly port: number;
  readonly namespace: string;
  readonly signal: AbortSignal;
  readonly readOutput: () => string;
}

/**
 * Waits until the server is ready. An answer on the port is not enough: if two servers start at once, the answer may
 * come from the other one. So the server must report that it listens. A CLI without that message must stay alive for a
 * second.
 */
async function pollUntilReady(options: PollOptions): Promise<void> {
  const { port, signal, readOutput } = options;
  const listens = new RegExp(`^[a-z ]*server: .*:${port}$`, 'im');
  let answersSince: number | undefined;
  for (;;) {
    const probe = await probeTemporal({ ...options, host: loopback, timeoutMs: 2_000 });
    if (probe.kind === 'temporal' && probe.hasNamespace) {
      answersSince ??= Date.now();
      if (listens.test(readOutput()) || Date.now() - answersSince > 1_000) return;
    }
    await delay(20, undefined, { signal });
  }
}

function toExitedEarlyError(exit: ServerExit, ports: DevServerPorts): LocalTemporalError {
  if (/address already in use|only one usage of each socket/i.test(exit.output)) {
    const isUi = ports.uiPort !== undefined && exit.output.includes(`:${ports.uiPort}`);
    const message = isUi ? toUiPortTakenMessage(ports.uiPort) : toPortTakenMessage(ports.port);
    return new LocalTemporalError('portTaken', message);
  }
  const how = exit.signal ?? `code ${exit.exitCode ?? '?'}`;
  const output = exit.output === '' ? 'It wrote nothing.' : `It wrote:\n${exit.output}`;
  const message = `The Temporal dev server ended (${how}) before it was ready. ${output}`;
  return new LocalTemporalError('startFailed', message);
}
