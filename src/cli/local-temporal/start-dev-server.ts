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

/** A Temporal dev server that answers and has its namespace. */
export interface DevServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  readonly namespace: string;
  /** Absent without a Web UI. */
  readonly uiUrl?: string;
  readonly pid: number;
  /**
   * Ends it: SIGTERM, after 5 seconds SIGKILL. Resolves when the process has gone, also when it already
   * had; a second call waits for the first.
   *
   * @throws {LocalTemporalError} `stopFailed` when the process is still there 5 seconds after SIGKILL
   */
  stop(): Promise<void>;
  /** Settles when the process has gone, stopped or not; never rejects. */
  readonly exited: Promise<ServerExit>;
}

export interface StartDevServerOptions {
  /** A Temporal CLI, as from `findTemporalCli`. */
  readonly cliPath: string;
  /** For gRPC; 0 is any free one. Default: 7233, as in every Temporal tool. */
  readonly port?: number | undefined;
  /**
   * For the Web UI; 0 is any free one, `false` is no Web UI.
   * Default: the port + 1000, as in the CLI; any when that is taken or the port is 0.
   */
  readonly uiPort?: number | false | undefined;
  /**
   * The SQLite file that keeps its state; made, with its directory, if missing. It must not be another
   * dev server's: nothing locks it, and both would fail now and then.
   * Default: in memory, lost when it stops.
   */
  readonly databasePath?: string | undefined;
  /** Made if missing. Default: `default`. */
  readonly namespace?: string | undefined;
  /** Custom Search Attributes that the namespace has from the start, by name: their types, as `Keyword`. Default: none. */
  readonly searchAttributes?: Readonly<Record<string, string>> | undefined;
  /** File for its output, appended: errors only. Default: none. */
  readonly logPath?: string | undefined;
  /** Gives up starting; it has no effect on a server that has started. */
  readonly signal?: AbortSignal | undefined;
  /** How long a start may take, in milliseconds. Default: 30,000; the usual is 400. */
  readonly readyTimeoutMs?: number | undefined;
}

/** Attempts at a port of our own choice, which another program may take before the server does. */
const attempts = 3;

/**
 * Starts `temporal server start-dev` on 127.0.0.1 and waits until it answers and has the namespace.
 *
 * It has a process group of its own, so a Ctrl-C does not reach it: call `stop` when its users have
 * stopped. It does not keep this process alive, and is killed when this process exits; a program must
 * handle SIGINT, SIGTERM and SIGHUP, with which Node would end without exiting. After a SIGKILL of this
 * process it goes on, and the next `startLocalTemporal` uses it.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `portTaken` when a wanted port is taken
 * @throws {LocalTemporalError} `startFailed` when the program cannot be run, ends early (with its last
 * lines of output) or is not ready in time; no process is left
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
    // To start a workflow takes 7 ms with these and 24 without, and SIGKILL still loses nothing.
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
    // The loser of the race ends too; its rejection is ignored.
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
 * That the port answers is not enough: of two that start at once, the one that comes too late would take
 * the other's answer for its own in the moment before it ends. So the server must have said that it
 * listens, or, for a CLI that says it otherwise, have lived on for a second.
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
