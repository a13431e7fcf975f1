/**
 * The package `temporal-mcp-tasks-workflow`: the functions with which a Workflow asks, reports and stops as an MCP
 * task. Sandbox-safe: it imports only core and `@temporalio/workflow`. It implements the contract of
 * `core/contract/contract.ts`, so Workflows in other languages can do the same.
 */
export { openTask, type OpenTaskOptions } from './open-task.js';
export type { TaskScope } from './task-scope.js';
export { TaskFailureType } from './failures.js';
export type {
  FormSchema,
  KeywordsByType,
  KnownField,
  KnownForm,
  KnownKeyword,
  StandardFormSchema,
} from './form-schema.js';
export type {
  ContentOf,
  ElicitationAnswer,
  ElicitationQuestion,
  QuestionOptions,
  SamplingAnswer,
  SamplingRequest,
  UrlQuestion,
  WebAddress,
} from './questions.js';
export type { AnswerSource } from '../core/question/answered-by.js';
export type { CancelSignalPayload, TaskProgress } from '../core/contract/contract.js';
export type { ElicitationField, ElicitationSchema } from '../core/contract/elicitation-schema.js';
export type { Claims } from '../core/person/claims.js';
export type { Principal, PrincipalKind } from '../core/person/principal.js';
export type { JsonRpcErrorObject } from '../core/json-rpc-error.js';
