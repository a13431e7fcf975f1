/**
 * Converts core's model into the wire format of 2025-11-25. This file renames fields (`ttlMs` → `ttl`), maps the
 * status, and adds related-task metadata where this revision requires it.
 */
import type { TaskStatus } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { type ContentBlock, toBlocksOf } from '../../../core/tool/content-block.js';
import { toObjectValue, toSchemaOfObject } from '../../../core/tool/embed-schema.js';
import type { ObjectSchema, ToolListing } from '../../../core/tool/tool-definition.js';
import type { ToolResult } from '../../../core/tool/tool-result.js';
import { isRecord } from '../../../core/value/is-record.js';
import { quote } from '../../../core/value/quote.js';
import { describeJoinedTask, JOINED_META_KEY } from '../../../service/calls/answer/joined-note.js';
import type { CallReply } from '../../../service/calls/call/tool.js';

import { protocol } from './protocol.js';

/** `_meta` key of messages about a task (Tasks › Related Task Metadata). */
export const RELATED_TASK_META_KEY = 'io.modelcontextprotocol/related-task';
/** Key in `_meta` of a create result, for the model (Tasks › Creating Tasks). */
const IMMEDIATE_RESPONSE_META_KEY = 'io.modelcontextprotocol/model-immediate-response';

/** Schema › Task. `ttl` is always present. */
export interface WireTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string | undefined;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttl: number;
  readonly pollInterval: number;
  readonly [key: string]: unknown;
}

/** Schema › CreateTaskResult. */
export interface WireCreateTaskResult {
  readonly task: WireTask;
  readonly _meta: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

/** Schema › CallToolResult. */
export interface WireToolResult {
  readonly content: ContentBlock[];
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
  readonly [key: string]: unknown;
}

/** Schema › Tool. */
export interface WireTool {
  readonly name: string;
  readonly inputSchema: ObjectSchema;
  readonly execution?: { readonly taskSupport: ToolListing['taskSupport'] } | undefined;
  readonly [key: string]: unknown;
}

/** Converts a task for `tasks/get`, `tasks/list` and `tasks/cancel`: flat, and without related-task metadata. */
export function toWireTask(task: Task): WireTask {
  return {
    taskId: task.taskId,
    status: protocol.toStatus(task),
    statusMessage: task.statusMessage,
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt,
    ttl: task.ttlMs,
    pollInterval: task.pollIntervalMs,
  };
}

/**
 * Makes the reply to an augmented request: nested, with status `working` even if the task has changed since (Task
 * Status Lifecycle). If the task belongs to an earlier equal call, the reply tells host and model.
 */
export function toWireCreateTaskResult(
  task: Task,
  { hasJoined, toModel }: Pick<Extract<CallReply, { kind: 'task' }>, 'hasJoined' | 'toModel'> = {},
): WireCreateTaskResult {
  const { taskId } = task;
  const note = hasJoined ? describeJoinedTask(task) : undefined;
  const wire = toWireTask(task);
  return {
    task: {
      ...wire,
      statusMessage:
        note === undefined
          ? wire.statusMessage
          : [note, wire.statusMessage && quote(wire.statusMessage)].filter(Boolean).join(' '),
      status: 'working',
    },
    _meta: {
      [RELATED_TASK_META_KEY]: { taskId },
      [IMMEDIATE_RESPONSE_META_KEY]: toModel,
      [JOINED_META_KEY]: hasJoined ? { taskId } : undefined,
    },
  };
}

/** The revision of clients that name none over HTTP (Transports › Protocol Version Header). */
export const UNNAMED_REVISION = '2025-03-26';

/**
 * Structured content of these revisions is an object.
 *
 * @param revision The client's. Older revisions lack some types of content.
 */
export function toWireToolResult(
  result: ToolResult,
  revision: string = UNNAMED_REVISION,
): WireToolResult {
  const { content, structuredContent, isError, _meta } = result;
  return {
    content: [...toBlocksOf(content, revision)],
    structuredContent:
      structuredContent === undefined ? undefined : toObjectValue(structuredContent),
    isError,
    _meta,
  };
}

/** Makes the result of `tasks/result`: the result of a plain call, with related-task metadata in its `_meta`. */
export function toWireTaskResult(result: ToolResult, taskId: string): WireToolResult {
  return {
    ...toWireToolResult(result, protocol.version),
    _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId } },
  };
}

/** Writes properties that are `true` or `false` as objects. This revision takes no others (Schema › Tool). */
function toWireSchema(schema: ObjectSchema): ObjectSchema {
  const { properties } = schema;
  if (!isRecord(properties)) return schema;
  const entries = Object.entries(properties).map(([name, property]) => {
    if (typeof property !== 'boolean') return [name, property];
    return [name, property ? {} : { not: {} }];
  });
  return { ...schema, properties: Object.fromEntries(entries) as unknown };
}

/** @param withTasks The connection's revision has tasks. Otherwise, `execution` is left out. */
export function toWireTool(
  { name, shown, taskSupport }: ToolListing,
  withTasks: boolean,
): WireTool {
  return {
    name,
    ...shown,
    inputSchema: toWireSchema(shown.inputSchema),
    outputSchema: shown.outputSchema && toWireSchema(toSchemaOfObject(shown.outputSchema)),
    execution: withTasks ? { taskSupport } : undefined,
  };
}
