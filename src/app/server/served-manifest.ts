import type { Gate } from '../../core/person/gate.js';
import {
  ADDRESS_LIMITS,
  OVERALL_LIMITS,
  PRINCIPAL_LIMITS,
  type ServerLimits,
  toPollsPerMinute,
} from '../../core/person/limits.js';
import { choosesNamespaces, type Tenants } from '../../core/person/tenants.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import { ReplaceableMap } from '../../core/value/replaceable-map.js';
import type { Manifest, NamespaceSettings } from '../../manifest/manifest.js';
import { LearnedWaits } from '../../service/calls/answer/learned-waits.js';
import { forwardToolbox } from '../../service/calls/forward-toolbox.js';
import { Repeats } from '../../service/calls/start/repeats.js';
import { ToolChanges } from '../../service/calls/tool-changes.js';
import { createToolbox, type Toolbox, type ToolboxOptions } from '../../service/calls/toolbox.js';

import type { ServerGate } from './create-server-gate.js';

/** What came of a reload. */
export interface Reloaded {
  /** Whether clients see other tools now: those with an open stream have been told. */
  readonly listChanged: boolean;
  /** Keys of the manifest that have changed, and hold as they were until the server is started again. */
  readonly needsRestart: readonly string[];
}

/** A manifest, and the gate that it asks for. */
export interface GatedManifest {
  readonly manifest: Manifest;
  /** `undefined`: no tokens are asked for. */
  readonly gate: ServerGate | undefined;
}

/** What each generation has read when it was made, by its key in a manifest. */
function toFixed({
  server,
  generations,
  askAgainAfterMs,
  temporalUse,
  cors,
  trustProxy,
  events,
  codecKeys,
  audit,
  inbox,
  tools,
}: Manifest): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ['server.name', server.name],
    ['server.title', server.title],
    ['server.version', server.version],
    ['server.instructions', server.instructions],
    ['server.generations', generations && [...generations].sort()],
    ['server.askAgainAfter', askAgainAfterMs],
    ['server.temporal', temporalUse],
    ['server.cors', cors],
    ['server.trustProxy', trustProxy],
    ['server.events', events],
    ['server.audit', audit],
    ['server.inbox', inbox],
    ['server.codec', codecKeys?.map(({ id, key }) => [id, Buffer.from(key).toString('base64')])],
    // Whether there are resources at all is announced once. Which ones there are is looked at with each read.
    ['result.resource', [...tools.values()].some(({ result }) => result?.resource)],
  ]);
}

/** Keys of a manifest that have changed, and that a reload leaves as they were. */
export function findFixed(before: Manifest, after: Manifest): string[] {
  const were = toFixed(before);
  return [...toFixed(after)]
    .filter(([key, value]) => toCanonicalJson(value) !== toCanonicalJson(were.get(key)))
    .map(([key]) => key);
}

/** @throws {Error} When whoever may come in would be decided in a way that the transport was not made for. */
function assertSameDoor(before: ServerGate | undefined, after: ServerGate | undefined): void {
  if ((before === undefined) !== (after === undefined)) {
    const what = after ? 'asks for tokens, which this server did not' : 'no longer asks for tokens';
    throw new Error(`The manifest ${what}: start it again for that. Nothing has been changed.`);
  }
  if (before?.settings.resource === after?.settings.resource) return;
  throw new Error(
    'server.auth.resource is another one: start the server again for that. Nothing has been changed.',
  );
}

/** @throws {Error} When everybody would be somebody else. */
function assertSameTenancy({ tenants: before }: Manifest, { tenants }: Manifest): void {
  if ((before === undefined) === (tenants === undefined)) return;
  const what = tenants ? 'has server.tenants, which it had not' : 'no longer has server.tenants';
  throw new Error(
    `The manifest ${what}: start the server again for that. Nothing has been changed.`,
  );
}

/** A process keeps what it has of a namespace until it ends. */
const MAX_NAMESPACES_EVER = 200;

/**
 * @param known All that were served, by name.
 * @throws {Error} When one of them would be another.
 */
function assertSameNamespaces(
  known: ReadonlyMap<string, NamespaceSettings>,
  { namespaces = new Map() }: Manifest,
): void {
  const changed = [...namespaces].find(
    ([name, settings]) =>
      toCanonicalJson(known.get(name) ?? settings) !== toCanonicalJson(settings),
  );
  if (changed) {
    throw new Error(
      `server.namespaces.${changed[0]} is another one: start the server again for that. Nothing has been changed.`,
    );
  }
  if (new Set([...known.keys(), ...namespaces.keys()]).size <= MAX_NAMESPACES_EVER) return;
  throw new Error(
    `There have been ${MAX_NAMESPACES_EVER} server.namespaces since the server was started: start it again. Nothing has been changed.`,
  );
}

/** The tools of one namespace; '' is that of the server. Where tenants choose it, all tools are in each. */
export function selectTools({ tools, tenants }: Manifest, namespace = ''): ToolCatalog {
  if (choosesNamespaces(tenants)) return tools;
  return new Map([...tools].filter(([, tool]) => (tool.namespace ?? '') === namespace));
}

/** How often a task may be looked at, by the shortest interval that a client is told. */
function findPollsPerMinute({ tools }: Manifest): number {
  return toPollsPerMinute(Math.min(...Array.from(tools.values(), (tool) => tool.pollIntervalMs)));
}

/** What clients are shown, each as far as it is for them. */
function toShown(toolbox: Toolbox, { tools, actions = new Map() }: Manifest): string {
  const access = [...tools.values(), ...actions.values()].map(({ name, allow }) => [name, allow]);
  return toCanonicalJson([toolbox.listAll(), access]);
}

/**
 * What of a server its manifest decides, and the next manifest may decide anew: whoever holds a part of this reads what
 * holds now. All of it is replaced at once, and a call that has found its tool ends with that.
 */
export class ServedManifest {
  /** The tools of all namespaces. */
  readonly tools: ReplaceableMap<ToolDefinition>;
  /** What runs the tasks of a namespace goes by its tools; '' is that of the server. */
  readonly #toolsOf = new Map<string, ReplaceableMap<ToolDefinition>>();
  readonly changes = new ToolChanges();
  /** `undefined` where no tokens are asked for, which stays so. */
  readonly gate: Gate | undefined;
  readonly limits: ServerLimits;
  readonly #makeGate: (manifest: Manifest) => Promise<ServerGate | undefined>;
  /** Calls made before, whatever the manifest was then. */
  readonly repeats = new Repeats();
  readonly #learned = new LearnedWaits();
  /** All that were served. */
  readonly #namespaces: Map<string, NamespaceSettings>;
  #current: GatedManifest;
  #pollsPerMinute: number;
  #served: { readonly tasks: Tasks; toolbox: Toolbox } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #pageOf: ToolboxOptions['pageOf'];

  /** @param makeGate Makes the gate of a manifest that comes later. */
  constructor(
    first: GatedManifest,
    makeGate: (manifest: Manifest) => Promise<ServerGate | undefined>,
  ) {
    this.#current = first;
    this.#pollsPerMinute = findPollsPerMinute(first.manifest);
    this.#makeGate = makeGate;
    this.#namespaces = new Map(first.manifest.namespaces);
    this.tools = new ReplaceableMap(first.manifest.tools);
    this.gate = first.gate && this.#forwardGate(first.gate);
    this.limits = this.#forwardLimits();
  }

  /** The tools of a namespace, which may be replaced meanwhile. */
  toolsOf(namespace = ''): ToolCatalog {
    const known = this.#toolsOf.get(namespace);
    const tools = known ?? new ReplaceableMap(selectTools(this.#current.manifest, namespace));
    this.#toolsOf.set(namespace, tools);
    return tools;
  }

  /** The further namespaces, by name. */
  get namespaces(): NonNullable<Manifest['namespaces']> {
    return this.#current.manifest.namespaces ?? new Map<string, NamespaceSettings>();
  }

  /** `undefined`: there are none, which stays so. */
  get tenants(): Tenants | undefined {
    return this.#current.manifest.tenants;
  }

  /** Open tasks that a principal may have. */
  get maxOpenTasks(): number | undefined {
    const limit = this.#current.manifest.limits?.perPrincipal?.openTasks;
    return limit === false ? undefined : limit;
  }

  /**
   * The tools on what runs their tasks. To be called once.
   *
   * @param pageOf Where people look after a task.
   */
  serve(tasks: Tasks, pageOf?: ToolboxOptions['pageOf']): Toolbox {
    this.#pageOf = pageOf;
    const served = { tasks, toolbox: this.#createToolbox(tasks, this.#current.manifest) };
    this.#served = served;
    return forwardToolbox(() => served.toolbox);
  }

  /**
   * Puts another manifest in the place of the one that is served, after any reload before.
   *
   * @throws {Error} When it cannot be served without a restart; then nothing has changed.
   */
  async replaceBy(manifest: Manifest): Promise<Reloaded> {
    const replacing = this.#last.then(async () => this.#replaceBy(manifest));
    this.#last = replacing.catch(() => undefined);
    return replacing;
  }

  async #replaceBy(manifest: Manifest): Promise<Reloaded> {
    const { manifest: old, gate: oldGate } = this.#current;
    const gate = await this.#makeGate(manifest);
    assertSameDoor(oldGate, gate);
    assertSameTenancy(old, manifest);
    assertSameNamespaces(this.#namespaces, manifest);
    const served = this.#served;
    if (!served) throw new Error('There is nothing to reload yet.');
    const before = served.toolbox;
    const after = this.#createToolbox(served.tasks, manifest);
    // From here on nothing waits and nothing fails, so that no request sees a half of it.
    this.#current = { manifest, gate };
    for (const [name, settings] of this.namespaces) this.#namespaces.set(name, settings);
    this.#pollsPerMinute = findPollsPerMinute(manifest);
    this.tools.replace(manifest.tools);
    for (const [name, tools] of this.#toolsOf) tools.replace(selectTools(manifest, name));
    served.toolbox = after;
    const listChanged = toShown(before, old) !== toShown(after, manifest);
    if (listChanged) this.changes.announce({ before, after });
    return { listChanged, needsRestart: findFixed(old, manifest) };
  }

  #createToolbox(tasks: Tasks, manifest: Manifest): Toolbox {
    return createToolbox(tasks, manifest.tools, {
      ...manifest,
      repeats: this.repeats,
      learned: this.#learned,
      pageOf: this.#pageOf,
    });
  }

  #forwardGate(first: ServerGate): Gate {
    const current = (): Gate => (this.#current.gate ?? first).gate;
    return {
      authenticate: async (presented) => current().authenticate(presented),
      authorize: (admission, message) => current().authorize(admission, message),
      get metadata() {
        return current().metadata;
      },
    };
  }

  /** What the manifest limits; and what every principal may do, where there are any. */
  #forwardLimits(): ServerLimits {
    const current = (): ServerLimits => this.#current.manifest.limits ?? {};
    const asksForTokens = this.gate !== undefined;
    const polls = (): number => this.#pollsPerMinute;
    return {
      get perPrincipal() {
        const { perPrincipal } = current();
        if (!asksForTokens) return perPrincipal;
        return { ...PRINCIPAL_LIMITS, pollsPerMinute: polls(), ...perPrincipal };
      },
      get overall() {
        return { ...OVERALL_LIMITS, ...current().overall };
      },
      get perAddress() {
        return { ...ADDRESS_LIMITS, ...current().perAddress };
      },
    };
  }
}
