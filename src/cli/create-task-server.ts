import { connectTemporal, type TemporalSettings } from '../config/connect-temporal.js';
import { packageInfo } from '../config/package-info.js';
import type { Logger } from '../core/logger.js';
import type { Sealer } from '../core/sealer.js';
import type { Tasks } from '../core/tasks.js';
import type { Manifest } from '../manifest/manifest.js';
import { type ConnectionInfo, createServer } from '../mcp/rev2025-11-25/index.js';
import { createSealer } from '../sealing/create-sealer.js';
import { createTemporalTasks } from '../temporal/temporal-tasks.js';

/** What a server is made of. */
export interface TaskServerOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  readonly secret: Uint8Array;
  readonly logger: Logger;
  /** Whether requestors can be told apart, which listing takes. */
  readonly canList: boolean;
  /** Whether late questions go out ahead of replies to `tasks/get`. */
  readonly asksOnPoll?: boolean;
}

/**
 * Everything behind a transport, wired together. The Temporal connections are left open until the process ends:
 * closing one while a call is being retried throws where nobody can catch it.
 */
export interface TaskServer {
  /** A server for one connection or one request. */
  readonly createServer: (connection?: ConnectionInfo) => ReturnType<typeof createServer>;
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly asksOnPoll: boolean;
}

/** Joins manifest, Temporal and binding; the transports differ only in what they do with `createServer`. */
export function createTaskServer({
  manifest,
  temporal,
  secret,
  logger,
  canList,
  asksOnPoll = false,
}: TaskServerOptions): TaskServer {
  const { client, pollClient } = connectTemporal(temporal);
  const { tools, server } = manifest;
  const tasks = createTemporalTasks({ client, pollClient, tools, secret, logger });
  const identity = { version: packageInfo.version, ...server };
  const sealer = createSealer([secret]);
  return {
    createServer: (connection) =>
      createServer(identity, { tasks, tools, sealer, canList, asksOnPoll, logger }, connection),
    tasks,
    sealer,
    asksOnPoll,
  };
}
