/**
 * Entry `temporal-mcp-tasks/workflow`: what the author of a Workflow imports to ask, report and stop as an MCP
 * task. Sandbox-safe: core, `@temporalio/workflow` and nothing else may be reached from here. It is the contract
 * of `core/contract.ts` and nothing more, so Workflows in other languages can do all of it as well.
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
export type { CancelSignalPayload, TaskProgress } from '../core/contract.js';
export type { ElicitationField, ElicitationSchema } from '../core/question/elicitation-schema.js';
export type { Claims } from '../core/person/claims.js';
export type { Principal, PrincipalKind } from '../core/person/principal.js';
export type { JsonRpcErrorObject } from '../core/tool/tool-result.js';
