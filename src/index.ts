/**
 * temporal-mcp-tasks: MCP tasks that are Temporal Workflow Executions.
 *
 * For a server of your own: `loadManifest` or `defineTools` for the tools, `createTemporalTasks` for what runs
 * them, then `attachTasks` (onto your `McpServer`) or `createServer`, and a transport.
 */

// The tools
export { defineTools, tool } from './manifest/define-tools.js';
export { loadManifest, parseManifest } from './manifest/load-manifest.js';
export { ManifestError, type ManifestProblem } from './manifest/manifest-error.js';
export type { Manifest, ServerInfo } from './manifest/manifest.js';

// What runs them
export {
  connectTemporal,
  type TemporalClients,
  type TemporalSettings,
} from './config/connect-temporal.js';
export { loadSecret } from './config/load-secret.js';
export { loadTemporalSettings } from './config/load-temporal-settings.js';
export { createTemporalTasks, type TemporalTasksOptions } from './temporal/temporal-tasks.js';
export { TaskError, TaskErrorCode, isTaskError } from './core/errors.js';
export type { Task } from './core/task.js';
export type { Sealer } from './core/sealer.js';
export { createSealer } from './sealing/create-sealer.js';
export type { Owner, Tasks } from './core/tasks.js';
export type { ToolCatalog, ToolDefinition } from './core/tool-definition.js';

// Protocol revision 2025-11-25
export {
  attachTasks,
  createServer,
  type OwnerContext,
  type TasksBindingOptions,
} from './mcp/rev2025-11-25/index.js';

// Transports
export { createHttpApp, type HttpAppOptions } from './http/create-http-app.js';
export { startHttpServer, type HttpServerOptions } from './http/start-http-server.js';
export { serveStdio } from './stdio/serve-stdio.js';
