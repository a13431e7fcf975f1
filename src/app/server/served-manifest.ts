import type { Gate } from '../../core/person/gate.js';
import type { PrincipalLimits } from '../../core/person/limits.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import type { Manifest } from '../../manifest/manifest.js';
import { ToolChanges } from '../../service/calls/tool-changes.js';

import type { ManifestApp } from './manifest-app.js';

/** The result of a reload. */
export interface Reloaded {
  /** True if clients now see other tools. Clients with an open stream have been notified. */
  readonly listChanged: boolean;
  /** Changed keys of the manifest that keep their old value until the server restarts. */
  readonly needsRestart: readonly string[];
}

/** Returns the parts of a manifest that are read only at the start, by their manifest keys. */
function toFixed({
  server,
  generations,
  askAgainAfterMs,
  temporalUse,
  cors,
  trustProxy,
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
    ['server.audit', audit],
    ['server.inbox', inbox],
    // A generation announces only once that there are resources. Each read uses the current manifest.
    ['result.resource', [...tools.values()].some(({ result }) => result?.resource)],
  ]);
}

/** Returns the changed keys of a manifest that a reload cannot apply. */
export function findFixed(before: Manifest, after: Manifest): string[] {
  const were = toFixed(before);
  return [...toFixed(after)]
    .filter(([key, value]) => toCanonicalJson(value) !== toCanonicalJson(were.get(key)))
    .map(([key]) => key);
}

/** @throws {Error} If the new manifest begins or stops to ask for tokens, or has another resource. */
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

/** Returns the list of tools as clients see it, and the rules for seeing them, as a text to compare. */
function toShown({ toolbox, manifest }: ManifestApp): string {
  const { tools, actions } = manifest;
  const listed = [...tools.values(), ...(actions?.values() ?? [])];
  const access = listed.map(({ name, allow }) => [name, allow]);
  return toCanonicalJson([toolbox.listAll(), access]);
}

/** Holds the served manifest. Its users read the current app at each use and never keep it. */
export class ServedManifest {
  readonly changes = new ToolChanges();
  readonly #make: (manifest: Manifest) => Promise<ManifestApp>;
  #current: ManifestApp;
  #last: Promise<unknown> = Promise.resolve();

  /** @param make Makes the app of a later manifest. */
  constructor(first: ManifestApp, make: (manifest: Manifest) => Promise<ManifestApp>) {
    this.#current = first;
    this.#make = make;
  }

  /** Rules of a transport, read at each request. A reload never changes whether tokens are required. */
  get rules(): { readonly gate?: () => Gate; readonly limits: () => PrincipalLimits } {
    const { gate } = this.#current;
    const limits = (): PrincipalLimits => this.#current.limits;
    return gate ? { gate: () => this.#current.gate ?? gate, limits } : { limits };
  }

  /** The current app. A call keeps the app in which it has found its tool. */
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
    this.#current = after;
    const listChanged = toShown(before) !== toShown(after);
    if (listChanged) this.changes.announce({ before: before.toolbox, after: after.toolbox });
    return { listChanged, needsRestart: findFixed(before.manifest, manifest) };
  }
}
