import type { Approvals } from '../core/approvals.js';
import type { Logger } from '../core/logger.js';
import type { Sealer } from '../core/sealer.js';
import type { Tasks } from '../core/tasks.js';
import type { ToolCatalog } from '../core/tool-definition.js';
import type { Manifest } from '../manifest/manifest.js';

import type { createConnections } from './create-connections.js';

/** What reads and writes tasks in all namespaces of a manifest. */
export interface TasksWiring {
  readonly manifest: Manifest;
  readonly connect: ReturnType<typeof createConnections>;
  /** The tools of a namespace; without a name, those of the server's own. */
  readonly toolsOf: (namespace?: string) => ToolCatalog;
  readonly secret: Uint8Array;
  readonly previousSecrets: readonly Uint8Array[];
  /** Read at each start. Absent: as many as anybody likes. */
  readonly maxOpenTasks?: () => number | undefined;
  /** What lists of approvals are continued by. Absent: nobody asks for them. */
  readonly sealer?: Sealer;
  readonly logger: Logger | undefined;
}

/** Loads the Temporal Client, which takes longer than all else together, and connects it to every namespace. */
export async function connectTasks(
  wiring: TasksWiring,
): Promise<Tasks & { readonly approvals: Approvals }> {
  const { manifest, connect, toolsOf, secret, previousSecrets, maxOpenTasks, sealer, logger } =
    wiring;
  const { createNamespacedTasks } = await import('../temporal/namespaced-tasks.js');
  const further = Array.from(manifest.namespaces?.keys() ?? [], async (name) => {
    return [name, { ...(await connect(name)), tools: toolsOf(name) }] as const;
  });
  const first = {
    ...{ ...(await connect()), tools: toolsOf(), secret, previousSecrets },
    ...(maxOpenTasks && { maxOpenTasks }),
    ...manifest.temporalUse,
    ...(sealer && { sealer }),
    ...(manifest.inbox && { inbox: manifest.inbox }),
    ...(logger && { logger }),
  };
  return createNamespacedTasks(first, new Map(await Promise.all(further)));
}
