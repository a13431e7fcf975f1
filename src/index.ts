/**
 * temporal-mcp-tasks: MCP tasks that are Temporal Workflow Executions.
 *
 * For a server of your own: `createTaskServer` with a manifest, or with the tools of `defineTools`, and then a transport.
 */

// The server
export {
  createTaskServer,
  type ServeOptions,
  type TaskServer,
  type TaskServerOptions,
} from './server/create-task-server.js';
export type { AuthOptions } from './server/create-server-gate.js';
export type { Reloaded } from './server/served-manifest.js';
export type { ConnectionLimits } from './http/connection-limits.js';
export type { HttpServerHandle, ListenOptions } from './http/start-http-server.js';
export type { StdioHandle } from './mcp/generation.js';
export type { AskedPage, AskedTask, Approvals } from './core/approvals.js';
export type { ToPrincipal, VerifiedToken, VerifyToken } from './core/auth-settings.js';
export type { AuthInfo, Identify, Identity, RequestOrigin } from './core/caller.js';
export type { Claims } from './core/claims.js';
export type {
  FirstAnswer,
  FirstAnswerQuery,
  GivenAnswers,
  PastQuestion,
} from './core/given-answers.js';
export type { ShownPrincipal } from './core/shown-principal.js';
export type { InputMethod, InputRequest, InputRequests } from './core/input-request.js';
export type { Principal, PrincipalKind } from './core/principal.js';
export type { Owner } from './core/tasks.js';
export type { Logger } from './core/logger.js';

// The tools
export {
  defineTools,
  type DefinedTool,
  type DefineToolsOptions,
  type SchemaOf,
  tool,
  type ToolSettings,
  type WorkflowFunction,
} from './manifest/define-tools.js';
export type { ActionInput } from './manifest/action-schema.js';
export type { ActionOptions } from './manifest/define-actions.js';
export type { LayoutInput } from './manifest/layout-schema.js';
export type { ServerInput, SharedInput, ToolInput } from './manifest/manifest-schema.js';
export { loadManifest } from './manifest/load-manifest.js';
export { ManifestError, type ManifestProblem } from './manifest/manifest-error.js';
export type { Manifest, ServerInfo } from './manifest/manifest.js';
export type { ObjectSchema, ToolCatalog, ToolDefinition } from './core/tool-definition.js';

// The settings
export type { TemporalSettings } from './config/connect-temporal.js';
export {
  type LoadedTemporalSettings,
  loadTemporalSettings,
  type TemporalSettingsOptions,
} from './config/load-temporal-settings.js';
