import type { Gate } from '../../core/person/gate.js';
import { PRINCIPAL_LIMITS, type PrincipalLimits } from '../../core/person/limits.js';
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
  readonly limits: PrincipalLimits;
  /** Maximum number of a principal's open tasks. */
  readonly maxOpenTasks: number | undefined;
  readonly toolbox: Toolbox;
}

/** The parts of an app that outlive reloads. */
export interface ManifestAppParts extends Pick<ToolboxOptions, 'repeats' | 'pageOf'> {
  readonly tasks: Tasks;
  readonly audit: Pick<ServerAudit, 'overGate' | 'overTools'>;
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
  const openTasks = manifest.limits?.openTasks;
  return {
    manifest,
    gate: served && audit.overGate(served.gate),
    resource: served?.settings.resource,
    limits: { ...(served && PRINCIPAL_LIMITS), ...manifest.limits },
    maxOpenTasks: openTasks === false ? undefined : openTasks,
    toolbox: audit.overTools(createToolbox(tasks, manifest.tools, { ...manifest, ...remembered })),
  };
}
