import { checkSecrets } from '../../core/check-secrets.js';
import type { Logger } from '../../core/logger.js';
import type { Owner } from '../../core/person/owner.js';
import { tenantOf, toTenantTool } from '../../core/person/tenants.js';
import type { Approvals } from '../../core/question/approvals.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';
import type { GenerationOptions } from '../../mcp/generation.js';
import { createSealer } from '../../security/sealing/create-sealer.js';
import type { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';
import { createTaskResources } from '../../service/calls/answer/task-resources.js';
import { trackReads } from '../../service/calls/start/track-reads.js';
import type { ConfiguredWebhooks } from '../../service/events/configured-webhooks.js';
import type { TemporalSettings } from '../config/connect-temporal.js';
import { loadPreviousSecrets } from '../config/load-previous-secrets.js';
import { loadSecret } from '../config/load-secret.js';
import { loadTemporalSettings } from '../config/load-temporal-settings.js';
import { packageInfo } from '../config/package-info.js';
import { withCodec } from '../config/with-codec.js';
import { readStored } from '../stored-content/read-stored.js';

import { connectTasks } from './connect-tasks.js';
import { type Connect, connectAll, createConnections } from './create-connections.js';
import { createLazyStore, createServerEvents } from './create-server-events.js';
import { createLazyTasks } from './lazy-tasks.js';
import type { PatternToolsOptions } from './pattern-tools.js';
import { toTaskPage } from './served-inbox.js';
import type { ServedManifest } from './served-manifest.js';
import type { ServerAudit } from './server-audit.js';
import { createConfiguredWebhooks, createTypesOfAll } from './webhooks-of-all.js';

/** What there is to say of it, as `TaskServerOptions` has it. */
export interface WiringOptions {
  readonly temporal?: TemporalSettings;
  readonly secret?: Uint8Array;
  readonly previousSecrets?: readonly Uint8Array[];
  readonly canList?: boolean;
  readonly logger?: Logger;
}

/** What needs Temporal. */
export interface Wired {
  readonly generationOptions: GenerationOptions;
  /** The tasks for people on pages, who are no clients that wait for results. */
  readonly tasks: Tasks;
  /** What somebody may answer for others: for whatever shows people what they are asked. */
  readonly approvals: Approvals;
  /** Loads the Temporal Client now. */
  readonly load: () => Promise<void>;
  /**
   * Reads how the namespaces of a manifest are reached. None of them is asked.
   *
   * @returns The manifest.
   * @throws {Error} When that cannot be read.
   */
  readonly tryNamespaces: (manifest: Manifest) => Promise<Manifest>;
  /** The namespace in Temporal in which a tool runs for somebody. `undefined`: a profile says it. */
  readonly namespaceOf: (tool: ToolDefinition, owner: Owner) => string | undefined;
  readonly findWorkflowTypes: PatternToolsOptions['find'];
  /** Resolves with true if Temporal answers within 2 s. */
  readonly probe: () => Promise<boolean>;
  /** Sees to it that the endpoints of the manifest are told. */
  readonly webhooks: ConfiguredWebhooks;
}

/** What is there before. */
export interface WiredParts {
  readonly manifest: Manifest;
  readonly served: ServedManifest;
  readonly endOfWaits: EndOfWaits;
  readonly audit: ServerAudit;
}

function createNamespaceOf(
  served: ServedManifest,
  own: Pick<TemporalSettings, 'namespace'>,
): Wired['namespaceOf'] {
  return (tool, owner) => {
    const tenant = tenantOf(owner, served.tenants);
    const { namespace: name } = toTenantTool(tool, tenant);
    if (name === undefined) return own.namespace;
    const { namespace, profile } = served.namespaces.get(name) ?? {};
    return namespace ?? (profile === undefined ? name : undefined);
  };
}

/** Asks Temporal of the server's own namespace. What does so is loaded with the first question. */
function createProbe(connect: Connect): Wired['probe'] {
  let made: Promise<{ answers: () => Promise<boolean> }> | undefined;
  const make = async (): Promise<{ answers: () => Promise<boolean> }> => {
    const { TemporalProbe } = await import('../../temporal/link/temporal-probe.js');
    return new TemporalProbe(async () => (await connect()).client);
  };
  return async () => {
    made ??= make();
    return (await made).answers();
  };
}

/**
 * Makes what every generation is made of, and what runs the tasks behind it.
 *
 * @throws {Error} When a secret is missing or too short, or settings cannot be used.
 */
export async function createGenerationOptions(
  options: WiringOptions,
  { manifest, served, endOfWaits, audit }: WiredParts,
): Promise<Wired> {
  const { logger } = options;
  const canList = served.gate !== undefined || (options.canList ?? true);
  const secret = options.secret ?? (await loadSecret({ mayGenerate: true }));
  const previousSecrets = options.previousSecrets ?? loadPreviousSecrets();
  checkSecrets(secret, previousSecrets);
  const settings = options.temporal ?? (await loadTemporalSettings());
  const temporal = await withCodec(settings, manifest.codecKeys);
  const connect = createConnections(temporal, () => served.namespaces);
  const sealer = createSealer([secret, ...previousSecrets]);
  const lazily = createLazyTasks(async () =>
    connectTasks({
      ...{ manifest, connect, secret, previousSecrets, sealer, logger, current: served },
      toolsOf: (name) => served.toolsOf(name),
      maxOpenTasks: () => served.maxOpenTasks,
    }),
  );
  const allTasks = audit.overTasks(endOfWaits.over(lazily.tasks));
  const tasks = trackReads(allTasks, served.repeats.ofTasks.reads);
  const store = createLazyStore(async () => {
    const { TemporalSubscriptions } = await import('../../temporal/temporal-subscriptions.js');
    return new TemporalSubscriptions((await connect()).client, secret, previousSecrets);
  });
  const generationOptions = {
    identity: { version: packageInfo.version, ...manifest.server },
    tasks,
    tools: audit.overTools(served.serve(tasks, (taskId) => toTaskPage(manifest.inbox, taskId))),
    toolChanges: served.changes,
    resources: createTaskResources({ tasks, catalog: served.tools, readStored }),
    events: createServerEvents(manifest.events, { tasks, sealer, canList, logger, store }),
    sealer,
    canList,
    ...(manifest.askAgainAfterMs !== undefined && { askAgainAfterMs: manifest.askAgainAfterMs }),
    ...(logger && { logger }),
  };
  const findWorkflowTypes: Wired['findWorkflowTypes'] = async (patterns) => {
    const found = await import('../../temporal/list/seen-workflow-types.js');
    return found.findWorkflowTypes(async (name) => (await connect(name)).client, patterns);
  };
  const approvals = audit.overApprovals(lazily.approvals);
  const tryNamespaces: Wired['tryNamespaces'] = async (next) => {
    await connectAll(connect, next.namespaces);
    return next;
  };
  const types = createTypesOfAll({ manifest, connect, secret, logger });
  const webhooks = createConfiguredWebhooks({ manifest, logger }, { types, sealer, store });
  const { load } = lazily;
  const namespaceOf = createNamespaceOf(served, temporal);
  const probe = createProbe(connect);
  const found = { findWorkflowTypes, tryNamespaces, namespaceOf, probe };
  return { generationOptions, tasks: allTasks, approvals, load, webhooks, ...found };
}
