import type { Gate } from '../../core/person/gate.js';
import {
  ADDRESS_LIMITS,
  OVERALL_LIMITS,
  PRINCIPAL_LIMITS,
  type ServerLimits,
  toPollsPerMinute,
} from '../../core/person/limits.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { Manifest } from '../../manifest/manifest.js';
import { createToolbox, type Toolbox, type ToolboxOptions } from '../../service/calls/toolbox.js';

import type { ServerGate } from './create-server-gate.js';
import type { ServerAudit } from './server-audit.js';

/** The immutable parts of one manifest. A reload creates another app and replaces the reference. */
export interface ManifestApp {
  readonly manifest: Manifest;
  /** `undefined` if the server does not ask for tokens. Then `resource` is undefined, too. */
  readonly gate: Gate | undefined;
  /** The resource for which tokens must be issued. */
  readonly resource: string | undefined;
  readonly limits: ServerLimits;
  /** Maximum number of a principal's open tasks. */
  readonly maxOpenTasks: number | undefined;
  readonly toolbox: Toolbox;
}

/** The parts of an app that outlive reloads. */
export interface ManifestAppParts extends Pick<ToolboxOptions, 'repeats' | 'pageOf'> {
  readonly tasks: Tasks;
  readonly audit: Pick<ServerAudit, 'overGate' | 'overTools'>;
}

/** Returns the manifest's limits. If the server asks for tokens, defaults per principal apply, too. */
function toLimits({ limits = {}, tools }: Manifest, asksForTokens: boolean): ServerLimits {
  const { perPrincipal, overall, perAddress } = limits;
  const shortestMs = Math.min(...Array.from(tools.values(), (tool) => tool.pollIntervalMs));
  const everybody = { ...PRINCIPAL_LIMITS, pollsPerMinute: toPollsPerMinute(shortestMs) };
  return {
    perPrincipal: asksForTokens ? { ...everybody, ...perPrincipal } : perPrincipal,
    overall: { ...OVERALL_LIMITS, ...overall },
    perAddress: { ...ADDRESS_LIMITS, ...perAddress },
  };
}

/**
 * Creates the app of a manifest.
 *
 * @param served The gate of the manifest; `undefined` if it does not ask for tokens.
 */
export function createManifestApp(
  manifest: Manifest,
  served: ServerGate | undefined,
  { tasks, audit, ...remembered }: ManifestAppParts,
): ManifestApp {
  const openTasks = manifest.limits?.perPrincipal?.openTasks;
  return {
    manifest,
    gate: served && audit.overGate(served.gate),
    resource: served?.settings.resource,
    limits: toLimits(manifest, served !== undefined),
    maxOpenTasks: openTasks === false ? undefined : openTasks,
    toolbox: audit.overTools(createToolbox(tasks, manifest.tools, { ...manifest, ...remembered })),
  };
}
