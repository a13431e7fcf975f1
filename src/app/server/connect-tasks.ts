import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import { matchPattern } from '../../core/tool/tool-pattern.js';
import type { Manifest } from '../../manifest/manifest.js';

import { type Connect, connectAll } from './create-connections.js';
import type { ToolsOf } from './tools-by-namespace.js';

/** Settings and parts for the task port of all namespaces. */
export interface TasksWiring {
  readonly manifest: Manifest;
  /** Returns the current manifest for namespaces and tenants. Default: always `manifest`. */
  readonly current?: () => Manifest;
  readonly connect: Connect;
  /** Called at each use. */
  readonly toolsOf: ToolsOf;
  readonly secret: Uint8Array;
  readonly previousSecrets: readonly Uint8Array[];
  /** Read at each start. Absent: unlimited. */
  readonly maxOpenTasks?: () => number | undefined;
  /** Seals the cursors of approval lists. Absent: approvals are not listed. */
  readonly sealer?: Sealer;
  readonly logger: Logger | undefined;
}

/**
 * Loads the Temporal Client and creates the task port. Loading takes longer than the rest of the start. Namespaces are
 * connected at first use.
 *
 * @throws {Error} If connection settings cannot be read.
 */
export async function connectTasks(wiring: TasksWiring): Promise<Tasks> {
  const { manifest, connect, toolsOf, secret, previousSecrets, maxOpenTasks, sealer, logger } =
    wiring;
  const { createNamespacedTasks } = await import('../../temporal/namespaced-tasks.js');
  await connectAll(connect, manifest.namespaces);
  const { current = () => manifest } = wiring;
  const isOurs = (toolName: string): boolean => {
    const { tools, patterns = [] } = current();
    return (
      tools.has(toolName) || patterns.some(({ name }) => matchPattern(name, toolName) !== undefined)
    );
  };
  const first = {
    ...(await connect()),
    tools: () => toolsOf(),
    secret,
    previousSecrets,
    isOurs,
    ...(maxOpenTasks && { maxOpenTasks }),
    ...manifest.temporalUse,
    ...(sealer && { sealer }),
    ...(manifest.inbox && { inbox: manifest.inbox }),
    ...(logger && { logger }),
  };
  return createNamespacedTasks(first, {
    names: () => [...(current().namespaces?.keys() ?? [])],
    open: async (name) => ({ ...(await connect(name)), tools: () => toolsOf(name) }),
    tenants: () => current().tenants,
  });
}
