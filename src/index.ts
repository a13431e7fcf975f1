/**
 * temporal-mcp-tasks: MCP tasks that are Temporal Workflow Executions.
 *
 * For a server of your own: `createTaskServer` with a manifest, or with the tools of `defineTools`, and then a transport.
 */

// The server
export { createTaskServer } from './app/server/create-task-server.js';
export type { ServeOptions, TaskServer, TaskServerOptions } from './app/server/task-server.js';
export type { AuthOptions } from './app/server/create-server-gate.js';
export type { HttpApp } from './transport/http/http-app.js';
export type { ConnectionLimits } from './transport/http/limits/connection-limits.js';
export type { HttpServerHandle, ListenOptions } from './transport/http/start-http-server.js';
export type { StdioHandle } from './mcp/generation.js';
export type { AskedTask, LookedAt, QueuedTask, QueuePage } from './core/question/asked-task.js';
export type { ClientTask } from './core/contract/contract.js';
export type { Audience } from './core/question/approvers.js';
export type { Question } from './core/question/question.js';
export type { Approvals } from './core/task/approvals.js';
export type { ToPrincipal, VerifiedToken, VerifyToken } from './core/person/auth-settings.js';
export type { AuthInfo, Caller, Identify, RequestOrigin } from './core/person/caller.js';
export type { Claims } from './core/person/claims.js';
export type { AnswerResults } from './core/question/answer-results.js';
export type { AnswerPlace } from './core/question/answered-by.js';
export type {
  DecidedQuestion,
  Decision,
  DecisionEnd,
  GivenAnswer,
} from './core/question/decision.js';
export type { InputResponse } from './core/contract/input-request.js';
export type { TaskPhase } from './core/task/task-status.js';
export type { ShownPrincipal } from './core/person/shown-principal.js';
export type { InputMethod, InputRequest, InputRequests } from './core/contract/input-request.js';
export type { Principal, PrincipalKind } from './core/person/principal.js';
export type { Logger } from './core/logger.js';

// The tools
export {
  type ActivitySettings,
  defineTools,
  type DefinedTool,
  type DefineToolsOptions,
  type SchemaOf,
  type StartSettings,
  tool,
  type ToolSettings,
  type ToolWorkflow,
  type WorkflowFunction,
} from './manifest/load/define-tools.js';
export type { ActionInput } from './manifest/tool/action.js';
export type { ActionOptions } from './manifest/load/define-tools.js';
export type { LayoutInput } from './definition/tool/arguments.js';
export type { ServerInput } from './manifest/server/server.js';
export type { DefaultsInput } from './manifest/tool/tool-schema.js';
export type { ToolInput } from './manifest/load/tool-kinds.js';
export type { ActivityInput } from './definition/tool/activity.js';
export type { KindWorkflowInput, WorkflowInput } from './definition/tool/workflow.js';
export { loadManifest } from './manifest/load/load-manifest.js';
export { ManifestError, type ManifestProblem } from './manifest/manifest-error.js';
export type { Manifest, ServerInfo } from './manifest/manifest.js';
export type { OwnWork } from './core/tool/own-work.js';
export type {
  JsonSchema,
  ObjectSchema,
  ToolCatalog,
  ToolDefinition,
} from './core/tool/tool-definition.js';

// The settings
export type { TemporalSettings } from './app/config/connect-temporal.js';
export {
  type LoadedTemporalSettings,
  loadTemporalSettings,
  type TemporalSettingsOptions,
} from './app/config/load-temporal-settings.js';
