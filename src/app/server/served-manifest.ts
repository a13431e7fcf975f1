import type { Gate } from '../../core/person/gate.js';
import type { ServerLimits } from '../../core/person/limits.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import type { Manifest, NamespaceSettings } from '../../manifest/manifest.js';
import { ToolChanges } from '../../service/calls/tool-changes.js';

import type { ManifestApp } from './manifest-app.js';

/** The result of a reload. */
export interface Reloaded {
  /** Clients see other tools now. Clients with an open stream have been told. */
  readonly listChanged: boolean;
  /** Keys of the manifest that have changed, and hold as they were until the server is started again. */
  readonly needsRestart: readonly string[];
}

/** Manifest parts that each generation reads once, by their manifest keys. */
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
    // A generation announces once that there are resources. Each read looks up the current ones.
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

/** @throws {Error} If admission would work in a way for which the transport was not made. */
function assertSameDoor(before: ManifestApp, after: ManifestApp): void {
  if ((before.gate === undefined) !== (after.gate === undefined)) {
    const what = after.gate
      ? 'asks for tokens, which this server did not'
      : 'no longer asks for tokens';
    throw new Error(`The manifest ${what}: start it again for that. Nothing has been changed.`);
  }
  if (before.resource === after.resource) return;
  throw new Error(
    'server.auth.resource is another one: start the server again for that. Nothing has been changed.',
  );
}

/** @throws {Error} If the names of owners would change. */
function assertSameTenancy({ tenants: before }: Manifest, { tenants }: Manifest): void {
  if ((before === undefined) === (tenants === undefined)) return;
  const what = tenants ? 'has server.tenants, which it had not' : 'no longer has server.tenants';
  throw new Error(
    `The manifest ${what}: start the server again for that. Nothing has been changed.`,
  );
}

/** Maximum number of namespaces over all reloads: a process keeps its connections until it ends. */
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

/** Lists of tools as clients see them. */
function toShown({ toolbox, manifest }: ManifestApp): string {
  const { tools, actions } = manifest;
  const listed = [...tools.values(), ...(actions?.values() ?? [])];
  const access = listed.map(({ name, allow }) => [name, allow]);
  return toCanonicalJson([toolbox.listAll(), access]);
}

/** The served manifest. Its users ask for the current app at each use and never keep one. */
export class ServedManifest {
  readonly changes = new ToolChanges();
  readonly #make: (manifest: Manifest) => Promise<ManifestApp>;
  /** Settings of all namespaces so far. */
  readonly #namespaces: Map<string, NamespaceSettings>;
  #current: ManifestApp;
  #last: Promise<unknown> = Promise.resolve();

  /** @param make Makes the app of a manifest that comes later. */
  constructor(first: ManifestApp, make: (manifest: Manifest) => Promise<ManifestApp>) {
    this.#current = first;
    this.#make = make;
    this.#namespaces = new Map(first.manifest.namespaces);
  }

  /** Rules of a transport, read at each request. Tokens are always or never required. */
  get rules(): { readonly gate?: () => Gate; readonly limits: () => ServerLimits } {
    const { gate } = this.#current;
    const limits = (): ServerLimits => this.#current.limits;
    return gate ? { gate: () => this.#current.gate ?? gate, limits } : { limits };
  }

  /** A call that has found its tool in one ends with that. */
  get current(): ManifestApp {
    return this.#current;
  }

  /**
   * Replaces the served manifest, after any earlier reload.
   *
   * @throws {Error} If it needs a restart; then nothing has changed.
   */
  async replaceBy(manifest: Manifest): Promise<Reloaded> {
    const replacing = this.#last.then(async () => this.#replaceBy(manifest));
    this.#last = replacing.catch(() => undefined);
    return replacing;
  }

  async #replaceBy(manifest: Manifest): Promise<Reloaded> {
    const before = this.#current;
    const after = await this.#make(manifest);
    assertSameDoor(before, after);
    assertSameTenancy(before.manifest, manifest);
    assertSameNamespaces(this.#namespaces, manifest);
    this.#current = after;
    for (const [name, settings] of manifest.namespaces ?? []) this.#namespaces.set(name, settings);
    const listChanged = toShown(before) !== toShown(after);
    if (listChanged) this.changes.announce({ before: before.toolbox, after: after.toolbox });
    return { listChanged, needsRestart: findFixed(before.manifest, manifest) };
  }
}
