/**
 * temporal-mcp-tasks: MCP tasks that are Temporal Workflow Executions.
 *
 * For a server of your own: `createTaskServer` with the tools of `loadManifest` or `defineTools`, and then a transport.
 */

// The server
export {
  createTaskServer,
  type TaskServer,
  type TaskServerOptions,
} from './server/create-task-server.js';
export type { HttpServerHandle, ListenOptions } from './http/start-http-server.js';
export type { StdioHandle } from './mcp/generation.js';
export type { AuthInfo, Identify, Identity, RequestOrigin } from './core/caller.js';
export type { Logger } from './core/logger.js';

// The tools
export {
  defineTools,
  tool,
  type DefinedTool,
  type DefineToolsOptions,
} from './manifest/define-tools.js';
export { loadManifest, parseManifest } from './manifest/load-manifest.js';
export { ManifestError, type ManifestProblem } from './manifest/manifest-error.js';
export type { Manifest, ServerInfo } from './manifest/manifest.js';
export type { ToolCatalog, ToolDefinition } from './core/tool-definition.js';

// The settings
export type { TemporalSettings } from './config/connect-temporal.js';
export { loadPreviousSecrets } from './config/load-previous-secrets.js';
export { loadSecret, type SecretOptions } from './config/load-secret.js';
export {
  loadTemporalSettings,
  type TemporalSettingsOptions,
} from './config/load-temporal-settings.js';
