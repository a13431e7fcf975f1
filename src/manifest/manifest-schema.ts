import { z } from 'zod';

import { TaskSupport } from '../core/tool/tool-definition.js';

import { duration } from './duration.js';
import { serverWebhooksSchema, toolWebhooksSchema } from './event/configured-webhook-schema.js';
import { eventsSchema } from './event/events-schema.js';
import { text } from './file/text.js';
import { approversSchema } from './person/approvers-schema.js';
import { allowSchema, authSchema, scopesSchema } from './person/auth-schema.js';
import { tenantsSchema } from './person/tenants-schema.js';
import { declaredQuestionSchema } from './question/declared-question-schema.js';
import { progressSchema, statusSchema } from './question/status-schema.js';
import { objectSchema } from './schema/object-schema.js';
import { auditSchema } from './server/audit-schema.js';
import { codecSchema } from './server/codec-schema.js';
import { inboxSchema } from './server/inbox-schema.js';
import { limitsSchema } from './server/limits-schema.js';
import { corsSchema, trustProxySchema } from './server/web-schema.js';
import { argumentsSchema } from './start/layout-schema.js';
import { startKeys } from './start/start-schema.js';
import { actionSchema } from './tool/action-schema.js';
import { annotationsSchema } from './tool/annotations-schema.js';
import { resultSchema } from './tool/result-schema.js';

/** A process may come to have clients and caches of each. How many one list may ask, `check-tenants.ts` says. */
const MAX_NAMESPACES = 100;
/** Upper bound for operators of a large service. */
const MAX_LONG_POLLS = 10_000;
const MAX_LOOKS_PER_SECOND = 2_000;
const MAX_VISIBILITY_CALLS_PER_SECOND = 1_000;

/** The names that MCP recommends for tools, so that every host can show and call them. */
const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'A tool name has 1 to 128 letters, digits, "_", "-" or ".".');

/** The same, or a pattern of such names. */
const toolPattern = z
  .string()
  .regex(
    /^(?=.{1,128}$)[A-Za-z0-9_.-]*\*?[A-Za-z0-9_.-]*$/,
    'A tool name has 1 to 128 letters, digits, "_", "-" or ".", and one "*" where it is a pattern.',
  );

/** `timeouts` of a tool. */
export const timeoutsSchema = z.strictObject({
  execution: duration.nullable().optional(),
  run: duration.optional(),
  workflowTask: duration.optional(),
});

/** `retry` of a tool. */
export const retrySchema = z.strictObject({
  initialInterval: duration.optional(),
  backoffCoefficient: z.number().min(1).optional(),
  maximumInterval: duration.optional(),
  maximumAttempts: z.int().min(1).optional(),
  nonRetryableErrorTypes: z.array(text).optional(),
});

/** One question of `ask`. */
export const questionSchema = z.strictObject({
  message: text,
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(text).optional(),
});

/** Keys of one tool, or of all tools under `defaults`. */
const shared = {
  taskQueue: text.optional(),
  namespace: text.optional(),
  task: z.enum(TaskSupport).optional(),
  becomesTask: z
    .union([z.enum(['always', 'never']), duration], {
      error: 'Write "always", "never", or how long a call may take before it becomes a task: "5s".',
    })
    .optional(),
  ttl: duration.optional(),
  minTtl: duration.optional(),
  maxTtl: duration.optional(),
  keep: duration.optional(),
  pollInterval: duration.optional(),
  timeouts: timeoutsSchema.optional(),
  retry: retrySchema.optional(),
  priority: z.int().min(1).max(5).optional(),
  cancelSignal: text.nullable().optional(),
  terminateAfter: duration.nullable().optional(),
  afterTtl: z.enum(['leave', 'cancel', 'terminate']).optional(),
  onDisconnect: z.enum(['continue', 'cancel']).optional(),
  onCancel: z.enum(['continue', 'cancel']).optional(),
  joinRepeats: z.boolean().optional(),
  answerWithin: duration.optional(),
  unaskable: z.enum(['refuse', 'keep']).optional(),
  modelMayAnswer: z.boolean().optional(),
  showActivityFailures: z.boolean().optional(),
  scopes: scopesSchema.optional(),
  allow: allowSchema.optional(),
  approvers: approversSchema.optional(),
};

/** `defaults`. */
export const defaultsSchema = z.strictObject(shared);

/** One of `tools`. */
export const toolSchema = z.strictObject({
  ...shared,
  ...startKeys,
  title: text.optional(),
  description: text.optional(),
  annotations: annotationsSchema.optional(),
  workflow: text,
  input: objectSchema.optional(),
  output: objectSchema.optional(),
  arguments: argumentsSchema.optional(),
  result: resultSchema.optional(),
  immediateResponse: text.optional(),
  ask: z.record(z.string(), questionSchema).optional(),
  confirm: text.optional(),
  questions: z.record(z.string(), declaredQuestionSchema).optional(),
  status: z.union([statusSchema, z.array(statusSchema)]).optional(),
  progress: z.union([progressSchema, z.array(progressSchema)]).optional(),
  idempotencyKey: text.optional(),
  webhooks: toolWebhooksSchema.optional(),
});

const TASK_TOOLS =
  'Write false, or what goes before the names of the tools: "orders_", 1 to 64 letters, digits, "_", "-" or ".".';

/** `server.taskTools`. */
const taskToolsSchema = z.union(
  [z.literal(false), z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, TASK_TOOLS)],
  { error: TASK_TOOLS },
);

/** One of `server.namespaces`. */
export const namespaceSchema = z.strictObject({
  namespace: text.optional(),
  profile: text.optional(),
  address: text.optional(),
});

/** `server.temporal`. */
export const temporalUseSchema = z.strictObject({
  longPolls: z.int().min(0).max(MAX_LONG_POLLS).optional(),
  looksPerSecond: z.int().min(1).max(MAX_LOOKS_PER_SECOND).optional(),
  visibilityCallsPerSecond: z.int().min(1).max(MAX_VISIBILITY_CALLS_PER_SECOND).optional(),
});

/** `server`. */
export const serverSchema = z.strictObject({
  name: text.optional(),
  title: text.optional(),
  version: text.optional(),
  instructions: text.optional(),
  generations: z.array(text).min(1, 'Name one at least.').optional(),
  taskTools: taskToolsSchema.optional(),
  hosts: z.record(z.string(), duration).optional(),
  namespaces: z
    .record(text, namespaceSchema)
    .refine((all) => Object.keys(all).length <= MAX_NAMESPACES, `There may be ${MAX_NAMESPACES}.`)
    .optional(),
  askAgainAfter: duration.optional(),
  temporal: temporalUseSchema.optional(),
  auth: authSchema.optional(),
  tenants: tenantsSchema.optional(),
  limits: limitsSchema.optional(),
  cors: corsSchema.optional(),
  trustProxy: trustProxySchema.optional(),
  events: z
    .union([z.boolean(), eventsSchema], {
      error: 'Write true, or what of events is wanted: { statusChanged: true }.',
    })
    .optional(),
  webhooks: serverWebhooksSchema.optional(),
  codec: codecSchema.optional(),
  audit: auditSchema.optional(),
  inbox: inboxSchema.optional(),
});

/** A file of a manifest, which has one or several. Every level refuses keys that it does not know. */
export const manifestSchema = z.strictObject({
  version: z.literal(1, 'The only manifest version is 1.').optional(),
  server: serverSchema.optional(),
  defaults: defaultsSchema.optional(),
  include: z.array(text).optional(),
  tools: z.record(toolPattern, toolSchema).optional(),
  actions: z.record(toolName, actionSchema).optional(),
});

/** A file of a manifest as it was written, with durations in milliseconds. */
export type FileSource = z.output<typeof manifestSchema>;
/** The merged files of a manifest. */
export interface ManifestSource extends Pick<FileSource, 'server' | 'actions'> {
  readonly tools: NonNullable<FileSource['tools']>;
}
/** One of `tools`, with durations in milliseconds. */
export type ToolSource = z.output<typeof toolSchema>;
/** `defaults`, with durations in milliseconds. */
export type SharedSource = z.output<typeof defaultsSchema>;
/** The same before parsing, as a TypeScript user writes it. */
export type ToolInput = z.input<typeof toolSchema>;
/** `defaults` before parsing. */
export type SharedInput = z.input<typeof defaultsSchema>;
/** `server` before parsing. */
export type ServerInput = z.input<typeof serverSchema>;
