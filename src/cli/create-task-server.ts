import { connectTemporal, type TemporalSettings } from '../config/connect-temporal.js';
import { packageInfo } from '../config/package-info.js';
import type { Logger } from '../core/logger.js';
import type { Manifest } from '../manifest/manifest.js';
import { createServer } from '../mcp/rev2025-11-25/index.js';
import { createTemporalTasks } from '../temporal/temporal-tasks.js';

/** What a server is made of. */
export interface TaskServerOptions {
  readonly manifest: Manifest;
  readonly temporal: TemporalSettings;
  readonly secret: Uint8Array;
  readonly logger: Logger;
  /** Whether requestors can be told apart, which listing takes. */
  readonly canList: boolean;
}

/**
 * Everything behind a transport, wired together. The Temporal connections are left open until the process ends:
 * closing one while a call is being retried throws where nobody can catch it.
 */
export interface TaskServer {
  /** A server for one connection or one request. */
  readonly createServer: () => ReturnType<typeof createServer>;
}

/** Joins manifest, Temporal and binding; the transports differ only in what they do with `createServer`. */
export function createTaskServer({
  manifest,
  temporal,
  secret,
  logger,
  canList,
}: TaskServerOptions): TaskServer {
  const { client, pollClient } = connectTemporal(temporal);
  const { tools, server } = manifest;
  const tasks = createTemporalTasks({ client, pollClient, tools, secret, logger });
  const identity = { version: packageInfo.version, ...server };
  return { createServer: () => createServer(identity, { tasks, tools, canList, logger }) };
}
