import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { CurrentTools } from '../../core/tool/tool-definition.js';
import type { Manifest } from '../../manifest/manifest.js';

import type { Connect } from './create-connection.js';

/** Settings and parts for the task port. */
export interface TasksWiring {
  readonly manifest: Manifest;
  readonly connect: Connect;
  readonly tools: CurrentTools;
  readonly secret: Uint8Array;
  readonly previousSecrets: readonly Uint8Array[];
  /** Read at each start. Absent: unlimited. */
  readonly maxOpenTasks?: () => number | undefined;
  /** Seals the cursors of approval lists. Absent: approvals are not listed. */
  readonly sealer?: Sealer;
  readonly logger: Logger | undefined;
}

/**
 * Loads the Temporal Client and creates the task port. Loading takes longer than the rest of the start. The client
 * connects at first use.
 *
 * @throws {Error} If connection settings cannot be read.
 */
export async function connectTasks(wiring: TasksWiring): Promise<Tasks> {
  const { manifest, connect, tools, secret, previousSecrets, maxOpenTasks, sealer, logger } =
    wiring;
  const { createTemporalTasks } = await import('../../temporal/temporal-tasks.js');
  return createTemporalTasks({
    ...(await connect()),
    serverName: manifest.server.name,
    tools,
    secret,
    previousSecrets,
    ...(maxOpenTasks && { maxOpenTasks }),
    ...manifest.temporalUse,
    ...(sealer && { sealer }),
    ...(manifest.inbox && { inbox: manifest.inbox }),
    ...(logger && { logger }),
  });
}
