/**
 * A Temporal Service for development, found or started. The order: a configured address, a service that
 * already answers on the port, a dev server of a Temporal CLI that is found or got (`findTemporalCli`).
 * Nothing here knows of tasks, of MCP, or of Temporal's configuration files.
 */
import { defaultPort } from './dev-server-ports.js';
import { findRunningTemporal } from './find-running-temporal.js';
import {
  findTemporalCli,
  type FindTemporalCliOptions,
  type TemporalCli,
} from './find-temporal-cli.js';
import { isLocalTemporalError } from './local-temporal-error.js';
import { type ServerExit } from './server-process.js';
import { startDevServer, type StartDevServerOptions } from './start-dev-server.js';

/** A Temporal Service to connect to, and how it came about. */
export interface LocalTemporal {
  /** `host:port`, for gRPC. */
  readonly address: string;
  readonly namespace: string;
  /** Only of a dev server started here with a Web UI. */
  readonly uiUrl?: string;
  readonly origin: 'configured' | 'running' | 'started';
  /** The source of the CLI of a dev server started here. */
  readonly source?: TemporalCli['source'];
  /** Settles when a dev server started here has gone. Absent for any other. */
  readonly exited?: Promise<ServerExit>;
  /** Stops a server that was started here; does nothing for any other. Can be called again. */
  stop(): Promise<void>;
}

/** `port` is also where a service that is already running is looked for; 0 looks for none. */
export interface StartLocalTemporalOptions
  extends FindTemporalCliOptions, Omit<StartDevServerOptions, 'cliPath' | 'signal'> {
  /** The configured address. Default: TEMPORAL_ADDRESS of `environment`. */
  readonly configuredAddress?: string | undefined;
}

/**
 * Finds a Temporal Service, or starts one.
 *
 * A configured address is taken as it is, without asking whether anybody answers there.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `notTemporal` or `namespaceMissing` when something else, or a service
 * without the namespace, answers on the port; else as `findTemporalCli` and `startDevServer` throw
 */
export async function startLocalTemporal(
  options: StartLocalTemporalOptions = {},
): Promise<LocalTemporal> {
  const { environment = process.env, namespace = 'default', report = () => undefined } = options;
  const configured = options.configuredAddress ?? environment['TEMPORAL_ADDRESS'];
  if (configured) return toForeign(configured, namespace, 'configured');

  const running = await findRunning(options);
  if (running !== undefined) return running;

  const cli = await findTemporalCli(options);
  report(`Starting a Temporal dev server with ${cli.path} …`);
  try {
    const server = await startDevServer({ ...options, cliPath: cli.path });
    return {
      address: server.address,
      namespace: server.namespace,
      ...(server.uiUrl === undefined ? {} : { uiUrl: server.uiUrl }),
      origin: 'started',
      source: cli.source,
      exited: server.exited,
      stop: () => server.stop(),
    };
  } catch (error) {
    if (!isLocalTemporalError(error) || error.code !== 'portTaken') throw error;
    // Another one of us may have been quicker, and its service serves as well.
    const quicker = await findRunning(options);
    if (quicker === undefined) throw error;
    return quicker;
  }
}

async function findRunning(options: StartLocalTemporalOptions): Promise<LocalTemporal | undefined> {
  const { port = defaultPort, namespace = 'default', signal, report } = options;
  if (port === 0) return undefined;
  const running = await findRunningTemporal({ port, namespace, signal });
  if (running === undefined) return undefined;
  report?.(`Using the Temporal Service ${running.serverVersion} on ${running.address}.`);
  return toForeign(running.address, namespace, 'running');
}

function toForeign(
  address: string,
  namespace: string,
  origin: 'configured' | 'running',
): LocalTemporal {
  return { address, namespace, origin, stop: () => Promise.resolve() };
}
