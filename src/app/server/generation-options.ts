import { checkSecrets } from '../../core/check-secrets.js';
import type { Logger } from '../../core/logger.js';
import { type Approvals, toApprovals } from '../../core/task/approvals.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { Manifest } from '../../manifest/manifest.js';
import type { GenerationOptions } from '../../mcp/generation.js';
import { createSealer } from '../../security/sealing/create-sealer.js';
import type { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';
import { createTaskResources } from '../../service/calls/answer/task-resources.js';
import { observeTasks } from '../../service/calls/observed-tasks.js';
import { Repeats } from '../../service/calls/start/repeats.js';
import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecrets } from '../config/load-previous-secrets.js';
import { loadSecret } from '../config/load-secret.js';
import { loadTemporalSettings } from '../config/load-temporal-settings.js';
import { packageInfo } from '../config/package-info.js';
import { loadTelemetry } from '../telemetry/load-telemetry.js';

import { connectTasks } from './connect-tasks.js';
import { type Connect, createConnection } from './create-connection.js';
import type { ServerGate } from './create-server-gate.js';
import { createLazyTasks } from './lazy-tasks.js';
import { createManifestApp } from './manifest-app.js';
import { toTaskPage } from './served-inbox.js';
import { ServedManifest } from './served-manifest.js';
import type { ServerAudit } from './server-audit.js';

/** The settings of `TaskServerOptions` that the wiring needs. */
export interface WiringOptions {
  readonly temporal?: TemporalSettings;
  readonly secret?: Uint8Array;
  readonly previousSecrets?: readonly Uint8Array[];
  readonly canList?: boolean;
  readonly logger?: Logger;
}

/** The parts of a server that depend on Temporal. */
export interface Wired {
  readonly served: ServedManifest;
  readonly generationOptions: GenerationOptions;
  /** The task port of the inbox. Unlike clients, the inbox does not wait for results. */
  readonly tasks: Tasks;
  /** The approver's operations of the task port, for the inbox and programs. */
  readonly approvals: Approvals;
  /** Loads the Temporal Client now. */
  readonly load: () => Promise<void>;
  /** The Temporal namespace of the server. */
  readonly namespace: string;
  /**
   * Returns the reason why the server should get no new work; `undefined` if Temporal answers within 2 s and the
   * server is not stopping.
   */
  readonly findObstacle: () => Promise<string | undefined>;
}

/** The parts that the wiring receives. */
export interface WiredParts {
  /** The manifest. Its inbox may get its address later. */
  readonly manifest: Manifest;
  /** The first served manifest, unchanged. */
  readonly first: { readonly manifest: Manifest; readonly gate: ServerGate | undefined };
  /** Makes the gate of a later manifest. */
  readonly makeGate: (manifest: Manifest) => Promise<ServerGate | undefined>;
  readonly endOfWaits: EndOfWaits;
  readonly audit: ServerAudit;
}

/** Asks Temporal about the namespace. The code for that is loaded at the first call. */
function createFindObstacle(connect: Connect, endOfWaits: EndOfWaits): Wired['findObstacle'] {
  let made: Promise<Pick<Wired, 'findObstacle'>> | undefined;
  const make = async (): Promise<Pick<Wired, 'findObstacle'>> => {
    const { TemporalProbe } = await import('../../temporal/link/temporal-probe.js');
    return new TemporalProbe(async () => (await connect()).client);
  };
  return async () => {
    if (endOfWaits.hasCome) return 'stopping';
    made ??= make();
    return (await made).findObstacle();
  };
}

async function loadSecrets(
  options: WiringOptions,
): Promise<Required<Pick<WiringOptions, 'secret' | 'previousSecrets'>>> {
  const secret = options.secret ?? (await loadSecret({ mayGenerate: true }));
  const previousSecrets = options.previousSecrets ?? loadPreviousSecrets();
  checkSecrets(secret, previousSecrets);
  return { secret, previousSecrets };
}

/**
 * Creates the options of every generation, and the task port behind them.
 *
 * @throws {Error} If a secret is missing or too short, or settings are invalid.
 */
export async function createGenerationOptions(
  options: WiringOptions,
  { manifest, first, makeGate, endOfWaits, audit }: WiredParts,
): Promise<Wired> {
  const { logger } = options;
  const canList = first.gate !== undefined || (options.canList ?? true);
  const { secret, previousSecrets } = await loadSecrets(options);
  const temporal = options.temporal ?? (await loadTemporalSettings());
  const current = (): Manifest => served.current.manifest;
  const isTool = (name: string): boolean => served.current.toolbox.has(name);
  const { observer, calls } = await loadTelemetry({ isTool }, logger);
  const connect = createConnection(temporal, calls);
  const sealer = createSealer([secret, ...previousSecrets]);
  const lazily = createLazyTasks(async () =>
    connectTasks({
      manifest,
      connect,
      secret,
      previousSecrets,
      sealer,
      logger,
      tools: () => current().tools,
      maxOpenTasks: () => served.current.maxOpenTasks,
    }),
  );
  const ofClients = audit.overTasks(endOfWaits.over(lazily.tasks));
  const tasks = observer ? observeTasks(ofClients, observer) : ofClients;
  const pageOf = (taskId: string): string | undefined => toTaskPage(manifest.inbox, taskId);
  const appParts = { tasks, audit, repeats: new Repeats(), pageOf };
  const served = new ServedManifest(
    createManifestApp(first.manifest, first.gate, appParts),
    async (next) => createManifestApp(next, await makeGate(next), appParts),
  );
  const generationOptions = {
    identity: { version: packageInfo.version, ...manifest.server },
    tasks,
    tools: () => served.current.toolbox,
    toolChanges: served.changes,
    resources: createTaskResources({ tasks, catalog: () => current().tools }),
    sealer,
    canList,
    ...(manifest.askAgainAfterMs !== undefined && { askAgainAfterMs: manifest.askAgainAfterMs }),
    ...(logger && { logger }),
    ...(observer && { observer }),
  };
  return {
    served,
    generationOptions,
    tasks,
    approvals: toApprovals(tasks),
    load: lazily.load,
    namespace: temporal.namespace,
    findObstacle: createFindObstacle(connect, endOfWaits),
  };
}
