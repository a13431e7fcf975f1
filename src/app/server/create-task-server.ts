/** Wires a server, from its settings at the top to what clients reach at the bottom. Each room is loaded by one `import()`. */
import { checkSecret } from '../../core/check-secret.js';
import { PRINCIPAL_LIMITS } from '../../core/person/limits.js';
import type { CallObserver } from '../../core/request/observer.js';
import { toApprovals } from '../../core/task/approvals.js';
import { withSteps } from '../../core/task/task-steps.js';
import { withoutUndefined } from '../../core/value/members.js';
import { once } from '../../core/value/once.js';
import { loadManifest } from '../../manifest/load/load-manifest.js';
import type { Manifest } from '../../manifest/manifest.js';
import { auditGate } from '../../security/auth/audited-gate.js';
import { createSealer } from '../../security/sealing/create-sealer.js';
import { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';
import { createTaskResources } from '../../service/calls/answer/task-resources.js';
import { auditTasks } from '../../service/calls/audit-tasks.js';
import { observeTasks } from '../../service/calls/observe-tasks.js';
import { createToolbox } from '../../service/calls/toolbox.js';
import type { FindObstacle } from '../../transport/http/health.js';
import type { HttpApp } from '../../transport/http/http-app.js';
import { leadHome } from '../../transport/http/lead-home.js';
import { LOCAL_HOSTS, LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import { type HttpServerHandle, startHttpServer } from '../../transport/http/start-http-server.js';
import { serveStdio } from '../../transport/stdio/serve-stdio.js';
import type { TemporalClients, TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecret, loadSecret } from '../config/load-secret.js';
import { loadTemporalSettings } from '../config/load-temporal-settings.js';
import { packageInfo } from '../config/package-info.js';
import { loadTelemetry } from '../telemetry/load-telemetry.js';

import { createGenerations } from './create-generations.js';
import { createServerGate } from './create-server-gate.js';
import {
  assertInboxMayListen,
  createServedInbox,
  createServerInbox,
  toTaskPage,
} from './create-server-inbox.js';
import type { ServeOptions, TaskServer, TaskServerOptions } from './task-server.js';

/** Returns the default allowed hosts: this machine's names and the host of the resource. */
function toAllowedHosts(
  { allowedHosts }: TaskServerOptions,
  resource: string | undefined,
): readonly string[] | undefined {
  if (allowedHosts || resource === undefined) return allowedHosts;
  return [...LOCAL_HOSTS, new URL(resource).hostname];
}

async function toManifest(manifest: TaskServerOptions['manifest']): Promise<Manifest> {
  const isLoaded = typeof manifest === 'object' && 'tools' in manifest;
  return isLoaded ? manifest : loadManifest(manifest);
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

/** @throws {Error} If audit records would go to standard output, which carries MCP messages. */
function assertMayUseStdio({ audit }: Manifest): void {
  if (audit?.to !== 'stdout') return;
  throw new Error(
    'server.audit.to is stdout, which carries the MCP messages over stdio. Use stderr or the path of a file.',
  );
}

async function loadSecrets(
  options: TaskServerOptions,
): Promise<[secret: Uint8Array, previous: Uint8Array | undefined]> {
  const secret = options.secret ?? (await loadSecret({ mayGenerate: true }));
  const previous = options.previousSecret ?? loadPreviousSecret();
  checkSecret(secret);
  if (previous) checkSecret(previous);
  return [secret, previous];
}

/** @param calls Receives each call to Temporal. `undefined`: no observer. */
async function connectObserved(
  temporal: TemporalSettings,
  calls: CallObserver | undefined,
): Promise<TemporalClients> {
  const { connectTemporal } = await import('../config/connect-temporal.js');
  if (!calls) return connectTemporal(temporal);
  const { observeCalls } = await import('../../temporal/trace/observe-calls.js');
  const { connection } = temporal;
  const interceptors = [...(connection.interceptors ?? []), observeCalls(calls)];
  return connectTemporal({ ...temporal, connection: { ...connection, interceptors } });
}

/** Returns an HTTP application that is loaded at its first request. */
function toHttpApp(load: () => Promise<HttpApp>): HttpApp {
  return (request, response, next) => {
    load().then(
      (app) => {
        app(request, response, next);
      },
      (error: unknown) => {
        if (next) next(error);
        else response.destroy(error as Error);
      },
    );
  };
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
  const { identify, logger, allowedOrigins } = options;
  const manifest = await toManifest(options.manifest);
  const { cors, trustProxy, askAgainAfterMs } = manifest;
  const [secret, previousSecret] = await loadSecrets(options);
  const sealer = createSealer(secret, previousSecret);
  const temporal = options.temporal ?? (await loadTemporalSettings());

  // Who comes in.
  const serverGate = await createServerGate(options, manifest);
  const asksForTokens = serverGate !== undefined;
  const canList = asksForTokens || (options.canList ?? true);
  const resource = serverGate?.settings.resource;
  const allowedHosts = toAllowedHosts(options, resource);
  const servedInbox = manifest.inbox && createServedInbox(manifest.inbox, resource);
  const inbox = servedInbox?.settings;

  // For operators: logs, traces, metrics and the audit log.
  const { observer, calls } = await loadTelemetry((name) => tools.has(name), logger);
  const audit =
    manifest.audit &&
    (await import('../../security/audit/create-audit.js')).createAudit(
      manifest.audit,
      logger,
      observer,
    );
  const gate = serverGate && audit ? auditGate(serverGate.gate, audit) : serverGate?.gate;

  // Tasks. The Temporal Client takes longer to load than the rest of the start.
  const connect = once(async () => connectObserved(temporal, calls));
  const loadTasks = once(async () => {
    const { createTemporalTasks } = await import('../../temporal/temporal-tasks.js');
    const maxOpenTasks = manifest.limits?.openTasks;
    return createTemporalTasks({
      ...(await connect()),
      serverName: manifest.server.name,
      tools: manifest.tools,
      secret,
      sealer,
      previousSecret,
      maxOpenTasks: maxOpenTasks !== undefined && maxOpenTasks !== false ? maxOpenTasks : undefined,
      ...manifest.temporalUse,
      inbox,
      logger,
    });
  });
  const endOfWaits = new EndOfWaits();
  const steps = [
    ...(observer ? [observeTasks(observer)] : []),
    ...(audit ? auditTasks(audit) : []),
    endOfWaits.toStep(),
  ];
  const tasks = withSteps(steps, loadTasks);

  // Tools, and the revisions of MCP.
  const pageOf = (taskId: string): string | undefined => toTaskPage(inbox, taskId);
  const tools = createToolbox(tasks, manifest.tools, {
    ...manifest,
    auditLog: audit,
    logger,
    pageOf,
  });
  const generations = createGenerations(
    {
      tasks,
      sealer,
      canList,
      identity: { ...manifest.server, version: manifest.server.version ?? packageInfo.version },
      tools,
      resources: createTaskResources({ tasks, catalog: manifest.tools }),
      askAgainAfterMs,
      logger,
      observer,
    },
    manifest.generations,
  );

  // Transports.
  const { namespace } = temporal;
  const pages = await createServerInbox(options, {
    tasks,
    sealer,
    canList,
    manifest,
    inbox,
    gate: serverGate,
    allowedHosts,
    namespace,
  });
  const loadProbe = once(async () => {
    const { TemporalProbe } = await import('../../temporal/link/temporal-probe.js');
    return new TemporalProbe(async () => (await connect()).client);
  });
  const findObstacle: FindObstacle = async () =>
    endOfWaits.hasCome ? 'stopping' : (await loadProbe()).findObstacle();
  const loadHttp = once(async (): Promise<HttpApp> => {
    const { createHttpApp } = await import('../../transport/http/create-http-app.js');
    return createHttpApp({
      generations: await generations.loadAll(),
      audit,
      gate,
      identify,
      allowedHosts,
      allowedOrigins,
      cors,
      trustProxy,
      logger,
      limits: {
        ...(gate ? PRINCIPAL_LIMITS : undefined),
        ...withoutUndefined(manifest.limits ?? {}),
      },
      pages,
      findObstacle,
      observer,
    });
  });
  const listening: HttpServerHandle[] = [];
  const drain = async (): Promise<void> => {
    endOfWaits.come();
    await generations.drain();
  };

  return {
    asksForTokens,
    httpApp: toHttpApp(loadHttp),
    listen: async (where) => {
      assertMayListen(where, { manifest, asksForTokens });
      // Loaded now, so that the first HTTP client does not wait for it.
      await loadTasks();
      const { close } = generations;
      const app = await loadHttp();
      const home = pages ? leadHome(app, pages.path) : app;
      const started = await startHttpServer(home, where, { drain, close });
      const inboxUrl = servedInbox?.listensAt(started.url);
      const handle = { ...started, inboxUrl };
      listening.push(handle);
      return handle;
    },
    serveStdio: async (streams) => {
      assertMayUseStdio(manifest);
      const served = { generations: generations.lazy, audit, identify };
      return serveStdio({ ...served, ...streams });
    },
    approvals: toApprovals(tasks),
    findObstacle,
    close: async () => {
      await drain();
      await Promise.all(listening.map(async (handle) => handle.close()));
      await generations.close();
      audit?.close();
    },
  };
}
