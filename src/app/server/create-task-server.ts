import type { Readable, Writable } from 'node:stream';

import { checkSecret } from '../../core/check-secret.js';
import type { Logger } from '../../core/logger.js';
import type { Identify } from '../../core/person/caller.js';
import { PRINCIPAL_LIMITS } from '../../core/person/limits.js';
import { type Approvals, toApprovals } from '../../core/task/approvals.js';
import { withSteps } from '../../core/task/task-steps.js';
import { once } from '../../core/value/once.js';
import { loadManifest } from '../../manifest/load/load-manifest.js';
import type { Manifest } from '../../manifest/manifest.js';
import type { StdioHandle } from '../../mcp/generation.js';
import { createSealer } from '../../security/sealing/create-sealer.js';
import { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';
import { createTaskResources } from '../../service/calls/answer/task-resources.js';
import { observeTasks } from '../../service/calls/observe-tasks.js';
import { createToolbox } from '../../service/calls/toolbox.js';
import type { HttpAppOptions } from '../../transport/http/create-http-app.js';
import type { HttpApp } from '../../transport/http/http-app.js';
import { createLazyHttpApp } from '../../transport/http/lazy-http-app.js';
import { LOCAL_HOSTS, LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import {
  type HttpServerHandle,
  type ListenOptions,
  startHttpServer,
} from '../../transport/http/start-http-server.js';
import { serveStdio } from '../../transport/stdio/serve-stdio.js';
import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecret, loadSecret } from '../config/load-secret.js';
import { loadTemporalSettings } from '../config/load-temporal-settings.js';
import { packageInfo } from '../config/package-info.js';
import { loadTelemetry } from '../telemetry/load-telemetry.js';

import { connectTasks, type TasksWiring } from './connect-tasks.js';
import { createConnection } from './create-connection.js';
import { createEnd } from './create-end.js';
import { createGenerations } from './create-generations.js';
import { type AuthOptions, createServerGate } from './create-server-gate.js';
import { assertInboxMayListen, createServerInbox } from './create-server-inbox.js';
import { createFindObstacle } from './find-obstacle.js';
import { createServedInbox, toTaskPage } from './served-inbox.js';
import { createServerAudit } from './server-audit.js';

/** Options of a server. */
export interface TaskServerOptions {
  /** The tools: the result of `defineTools` or `loadManifest`, or one or more paths of YAML manifests. */
  readonly manifest: Manifest | string | readonly string[];
  /** Default: Temporal's standard environment and configuration file (`loadTemporalSettings`). */
  readonly temporal?: TemporalSettings;
  /**
   * At least 32 bytes that all replicas share. It marks the owner in task IDs, and seals cursors and other texts that
   * clients send back. Default: `TEMPORAL_MCP_TASKS_SECRET`, or a generated secret that is kept for this user.
   */
  readonly secret?: Uint8Array;
  /** Another secret that the server still accepts. Default: `TEMPORAL_MCP_TASKS_PREVIOUS_SECRET`, or none. */
  readonly previousSecret?: Uint8Array;
  /** Token checks besides `server.auth` of the manifest, for HTTP. */
  readonly auth?: AuthOptions;
  /**
   * Names the caller of a request if no tokens are configured. Default: every caller is the local user, which is safe
   * only over stdio and on loopback.
   */
  readonly identify?: Identify;
  /**
   * Clients may list tasks if no tokens are configured. Default: true. Set it to false if callers cannot be told
   * apart (Tasks › Task Isolation and Access Control).
   */
  readonly canList?: boolean;
  /**
   * Accepted values of `Host` over HTTP, without the port. Default: the host of `server.auth.resource`, and
   * `localhost`, `127.0.0.1` and `[::1]`, so that web pages cannot reach a local server through a name of their own.
   */
  readonly allowedHosts?: readonly string[];
  /** Accepted values of `Origin`, with scheme and port. Default: those of the allowed hosts. */
  readonly allowedOrigins?: readonly string[];
  /** Default: no log. */
  readonly logger?: Logger;
}

/** Address of a server, and permission for other machines to use it without tokens. */
export interface ServeOptions extends ListenOptions {
  /** Other machines may reach a server without tokens. Default: false. */
  readonly allowUnauthenticated?: boolean;
}

/** A server with the generations of its manifest. It can use several transports at once. */
export interface TaskServer {
  /** The server asks for tokens over HTTP. */
  readonly asksForTokens: boolean;
  /** The Streamable HTTP endpoint at `/mcp`, to mount in an application of your own. */
  readonly httpApp: HttpApp;
  /**
   * Serves that endpoint on a port.
   *
   * @throws {Error} If the port is taken, the address is not this machine's, or other machines could reach a server
   * without tokens. The message says what to do.
   */
  readonly listen: (options: ServeOptions) => Promise<HttpServerHandle>;
  /** Serves the client that started this process, over standard input and output. */
  readonly serveStdio: (streams?: {
    /** Default: this process's standard input. */
    readonly input?: Readable;
    /** Default: this process's standard output. */
    readonly output?: Writable;
  }) => Promise<StdioHandle>;
  /** Approvals for a page or a bot outside this package, which names the caller (docs/approvals.md). */
  readonly approvals: Approvals;
  /**
   * Returns the reason why the server should get no new work, as `/readyz` does: a Temporal setting that may be wrong,
   * or `stopping`. Resolves with `undefined` if the server is ready.
   */
  readonly findObstacle: () => Promise<string | undefined>;
  /** Ends all requests and streams on every transport. The tasks continue, and another process can serve them. */
  readonly close: () => Promise<void>;
}

/** Returns the default allowed hosts: this machine's names and the host of the resource. */
function toAllowedHosts(
  { allowedHosts }: TaskServerOptions,
  resource: string | undefined,
): readonly string[] | undefined {
  if (allowedHosts || resource === undefined) return allowedHosts;
  return [...LOCAL_HOSTS, new URL(resource).hostname];
}

async function toManifest(given: TaskServerOptions['manifest']): Promise<Manifest> {
  const isLoaded = typeof given === 'object' && 'tools' in given;
  return isLoaded ? given : loadManifest(given);
}

/** @throws {Error} If other machines could reach a server without tokens. */
function assertMayListen(
  { host = '127.0.0.1', allowUnauthenticated = false }: ServeOptions,
  { manifest, asksForTokens }: { readonly manifest: Manifest; readonly asksForTokens: boolean },
): void {
  const isLoopback = LOOPBACK_HOSTS.includes(host);
  assertInboxMayListen(manifest.inbox, { isLoopback, asksForTokens });
  if (asksForTokens || allowUnauthenticated || isLoopback) return;
  throw new Error(
    `Everybody who reaches ${host} could use this server, because it does not require tokens. Configure "server.auth" (docs/authorization.md), or allow this with --allow-unauthenticated.`,
  );
}

function toHttpSettings(
  { allowedOrigins, logger }: TaskServerOptions,
  { cors, trustProxy }: Manifest,
): Pick<HttpAppOptions, 'cors' | 'trustProxy' | 'allowedOrigins' | 'logger'> {
  return {
    ...(cors && { cors }),
    ...(trustProxy !== undefined && { trustProxy }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(logger && { logger }),
  };
}

async function loadSecrets(
  options: TaskServerOptions,
): Promise<Pick<TasksWiring, 'secret' | 'previousSecret'>> {
  const secret = options.secret ?? (await loadSecret({ mayGenerate: true }));
  const previousSecret = options.previousSecret ?? loadPreviousSecret();
  checkSecret(secret);
  if (previousSecret) checkSecret(previousSecret);
  return { secret, previousSecret };
}

/**
 * Creates a server from settings and a manifest. It can start while Temporal is down, and connects later. The Temporal
 * connections stay open until the process ends: closing one during a retry throws an error that the caller cannot
 * catch.
 *
 * @throws {ManifestError} If the manifest cannot be read or used.
 * @throws {Error} If a secret is missing or too short, or a generation cannot be served.
 */
export async function createTaskServer(options: TaskServerOptions): Promise<TaskServer> {
  const { identify, logger } = options;
  const manifest = await toManifest(options.manifest);
  const { secret, previousSecret } = await loadSecrets(options);
  const temporal = options.temporal ?? (await loadTemporalSettings());
  const gate = await createServerGate(options, manifest);
  const asksForTokens = gate !== undefined;
  const allowedHosts = toAllowedHosts(options, gate?.settings.resource);
  const servedInbox = manifest.inbox && createServedInbox(manifest.inbox, gate?.settings.resource);
  const inbox = servedInbox?.settings;
  const sealer = createSealer(secret, previousSecret);
  const telemetry = await loadTelemetry({ isTool: (name) => tools.has(name) }, logger);
  const { observer } = telemetry;
  const audit = await createServerAudit(manifest.audit, logger, observer);
  const connect = createConnection(temporal, telemetry.calls);
  const wiring = { manifest, connect, secret, previousSecret, inbox, sealer, logger };
  const loadTasks = once(async () => connectTasks(wiring));
  const endOfWaits = new EndOfWaits();
  const observing = observer ? [observeTasks(observer)] : [];
  const tasks = withSteps([...observing, ...audit.taskSteps, endOfWaits.toStep()], loadTasks);
  const pageOf = (taskId: string): string | undefined => toTaskPage(inbox, taskId);
  const toolsOptions = { ...manifest, auditLog: audit.ofHttp.audit, pageOf };
  const tools = createToolbox(tasks, manifest.tools, toolsOptions);
  const { askAgainAfterMs } = manifest;
  const canList = asksForTokens || (options.canList ?? true);
  const shared = { tasks, sealer, canList };
  const generationOptions = {
    ...shared,
    identity: { version: packageInfo.version, ...manifest.server },
    tools,
    resources: createTaskResources({ tasks, catalog: manifest.tools }),
    ...(askAgainAfterMs !== undefined && { askAgainAfterMs }),
    ...(logger && { logger }),
    ...(observer && { observer }),
  };
  const generations = createGenerations(generationOptions, manifest.generations);
  const served = { generations, ...(identify && { identify }) };
  const { namespace } = temporal;
  const ofInbox = { ...shared, manifest, inbox, gate, allowedHosts, namespace };
  const pages = await createServerInbox(options, ofInbox);
  const findObstacle = createFindObstacle(connect, endOfWaits);
  const http = createLazyHttpApp({
    ...served,
    ...audit.ofHttp,
    ...(gate && { gate: audit.overGate(gate.gate) }),
    ...(allowedHosts && { allowedHosts }),
    ...toHttpSettings(options, manifest),
    limits: { ...(gate && PRINCIPAL_LIMITS), ...manifest.limits },
    pages,
    findObstacle,
    observer,
  });
  const end = createEnd(generations, endOfWaits);
  const listening: HttpServerHandle[] = [];
  return {
    asksForTokens,
    httpApp: http.app,
    listen: async (where) => {
      assertMayListen(where, { manifest, asksForTokens });
      // Loaded now, so that the first HTTP client does not wait for it.
      await loadTasks();
      for (const generation of generations) await generation.load();
      const started = await startHttpServer(await http.load(), where, end);
      const inboxUrl = servedInbox?.listensAt(started.url);
      const handle = { ...started, ...(inboxUrl !== undefined && { inboxUrl }) };
      listening.push(handle);
      return handle;
    },
    serveStdio: async (streams) => serveStdio({ ...served, ...streams, ...audit.ofStdio() }),
    approvals: toApprovals(tasks),
    findObstacle,
    close: async () => {
      await end.drain();
      await Promise.all(listening.map(async (handle) => handle.close()));
      await end.close();
      audit.close();
    },
  };
}
