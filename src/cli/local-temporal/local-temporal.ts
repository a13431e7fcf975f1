/**
 * Finds or starts a Temporal Service for development. The order: a configured address, a service that already answers
 * on the port, a dev server of a found or installed Temporal CLI (`findTemporalCli`). This folder is independent of
 * tasks, MCP and Temporal's configuration files.
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

/** A Temporal Service to connect to, and its origin. */
export interface LocalTemporal {
  /** `host:port`, for gRPC. */
  readonly address: string;
  readonly namespace: string;
  /** Absent, unless this process has started a dev server with a Web UI. */
  readonly uiUrl?: string;
  readonly origin: 'configured' | 'running' | 'started';
  /** The source of the CLI. Absent, unless this process has started the dev server. */
  readonly source?: TemporalCli['source'];
  /** Settles when the dev server has ended. Absent, unless this process has started it. */
  readonly exited?: Promise<ServerExit>;
  /** Stops a dev server of this process, and leaves any other server alone. Further calls are allowed. */
  stop(): Promise<void>;
}

/** On `port`, the search also looks for a running service. With 0, it does not. */
export interface StartLocalTemporalOptions
  extends FindTemporalCliOptions, Omit<StartDevServerOptions, 'cliPath' | 'signal'> {
  /** The configured address. Default: TEMPORAL_ADDRESS of `environment`. */
  readonly configuredAddress?: string | undefined;
}

/**
 * Finds a Temporal Service, or starts one.
 *
 * A configured address is taken without a check that a service answers there.
 *
 * @throws the signal's reason when aborted
 * @throws {LocalTemporalError} `notTemporal` if another program answers on the port, `namespaceMissing` if the service
 * there lacks the namespace, and the errors of `findTemporalCli` and `startDevServer`
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
    // Another process of this program may have started a server on the port meanwhile, which can be used.
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
