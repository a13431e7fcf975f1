import type { Logger } from '../../core/logger.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/task/tasks.js';
import type { Manifest } from '../../manifest/manifest.js';

import type { Connect } from './create-connection.js';

export interface TasksWiring {
  readonly manifest: Manifest;
  readonly connect: Connect;
  readonly secret: Uint8Array;
  readonly previousSecret?: Uint8Array | undefined;
  /** The inbox, whose address may become known later. Absent: no inbox. */
  readonly inbox: InboxSettings | undefined;
  readonly sealer: Sealer;
  readonly logger: Logger | undefined;
}

/**
 * Loads the Temporal Client and creates the task port. Loading takes longer than the rest of the start. The client
 * connects at first use.
 *
 * @throws {Error} If connection settings cannot be read.
 */
export async function connectTasks(wiring: TasksWiring): Promise<Tasks> {
  const { manifest, connect, secret, previousSecret, inbox, sealer, logger } = wiring;
  const { server, tools, limits, temporalUse } = manifest;
  const maxOpenTasks = limits?.openTasks;
  const { createTemporalTasks } = await import('../../temporal/temporal-tasks.js');
  return createTemporalTasks({
    ...(await connect()),
    serverName: server.name,
    tools,
    secret,
    ...(previousSecret && { previousSecret }),
    ...(maxOpenTasks !== undefined && maxOpenTasks !== false && { maxOpenTasks }),
    ...temporalUse,
    sealer,
    ...(inbox && { inbox }),
    ...(logger && { logger }),
  });
}
