import { connectTemporal, type TemporalSettings } from '../config/connect-temporal.js';
import { packageInfo } from '../config/package-info.js';
import type { Logger } from '../core/logger.js';
import { Generation } from '../core/task-status.js';
import type { HttpAppOptions } from '../http/create-http-app.js';
import type { Manifest } from '../manifest/manifest.js';
import { type ConnectionInfo, createServer } from '../mcp/rev2025-11-25/index.js';
import { createSealer } from '../sealing/create-sealer.js';
import type { StdioOptions } from '../stdio/serve-stdio.js';
import { createTemporalTasks } from '../temporal/temporal-tasks.js';

import { isWanted, loadRev2026 } from './load-generation.js';

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
  /** What `startHttpServer` takes besides its address: every generation that is served. */
  readonly toHttp: () => Promise<
    Pick<HttpAppOptions, 'createServer' | 'tasks' | 'tools' | 'sealer' | 'rev2026'>
  >;
  /** What `serveStdio` takes: every generation that is served. */
  readonly toStdio: () => Promise<StdioOptions>;
}

/** Joins manifest, Temporal and bindings; the transports differ only in what they do with them. */
export function createTaskServer({
  manifest,
  temporal,
  secret,
  logger,
  canList,
}: TaskServerOptions): TaskServer {
  const { client, pollClient } = connectTemporal(temporal);
  const { tools, server, generations } = manifest;
  const tasks = createTemporalTasks({ client, pollClient, tools, secret, logger });
  const identity = { version: packageInfo.version, ...server };
  const sealer = createSealer([secret]);
  const options = { tasks, tools, sealer, logger };
  const withRev2025 = isWanted(Generation.rev2025, generations);
  const createRev2025 = (connection?: ConnectionInfo): ReturnType<typeof createServer> =>
    createServer(identity, { ...options, canList }, connection);
  return {
    async toHttp() {
      const loaded = await loadRev2026(async () => import('../http/serve-rev2026.js'), {
        generations,
        logger,
      });
      const rev2026 = loaded?.createHttpGeneration({ ...options, identity, alone: !withRev2025 });
      return { createServer: createRev2025, tasks, tools, sealer, ...(rev2026 && { rev2026 }) };
    },
    async toStdio() {
      const loaded = await loadRev2026(async () => import('../stdio/serve-rev2026.js'), {
        generations,
        logger,
      });
      const rev2026 = loaded?.createStdioGeneration({ ...options, identity });
      return {
        ...(withRev2025 && { createServer: createRev2025 }),
        ...(rev2026 && { rev2026 }),
      };
    },
  };
}
