/**
 * Core's model → the wire of 2026-07-28. Results and tasks are flat, the status is read for this generation, and
 * related-task metadata is nowhere.
 */
import type { InputRequest, InputRequests } from '../../../core/question/input-request.js';
import type { ResourceContents } from '../../../core/task/task-resource.js';
import type { TaskStatus } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { ObjectSchema, ToolListing } from '../../../core/tool/tool-definition.js';
import type {
  ContentBlock,
  JsonRpcErrorObject,
  ToolResult,
} from '../../../core/tool/tool-result.js';
import { describeJoinedTask, JOINED_META_KEY } from '../../../service/calls/answer/joined-note.js';

import { toWireError } from './json-rpc-error.js';
import { protocol } from './protocol.js';

/** `_meta` key of another revision. A Workflow that returns a whole tool result may have written it. */
const RELATED_TASK_META_KEY = 'io.modelcontextprotocol/related-task';

/** Extension schema › Task. */
export interface WireTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly [key: string]: unknown;
}

/** Extension schema › CreateTaskResult: flat, without later parts of a task. */
export interface WireCreateTaskResult extends WireTask {
  readonly resultType: 'task';
}

/** Extension schema › DetailedTask: one payload at most, by status. */
export interface WireDetailedTask extends WireTask {
  readonly inputRequests?: Readonly<Record<string, WireInputRequest>>;
  readonly result?: WireToolResult;
  readonly error?: JsonRpcErrorObject;
}

/** Schema › InputRequest: bare, without an ID or any metadata of a task. */
export interface WireInputRequest {
  readonly method: InputRequest['method'];
  readonly params: Readonly<Record<string, unknown>>;
}

/** Schema › CallToolResult. */
export interface WireToolResult {
  readonly resultType: 'complete';
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;
  readonly [key: string]: unknown;
}

/** Schema › InputRequiredResult. */
export interface WireInputRequiredResult {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, WireInputRequest>>;
  readonly requestState: string;
  readonly [key: string]: unknown;
}

/** Schema › TextResourceContents, BlobResourceContents. */
export type WireResourceContents = ResourceContents & Readonly<Record<string, unknown>>;

/** Schema › ResourceTemplate. */
export interface WireResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly [key: string]: unknown;
}

/** Schema › Tool. There is no `execution` in this generation. */
export interface WireTool {
  readonly name: string;
  readonly inputSchema: ObjectSchema;
  readonly [key: string]: unknown;
}

function without(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A positive whole number, as the extension wants it; a task of another server may have anything. */
function toWholeMs(ms: number): number {
  return Math.max(1, Math.round(ms));
}

/** A task with its status only. */
function toWireTask(task: Task): WireTask {
  return {
    taskId: task.taskId,
    status: protocol.toStatus(task),
    ...(task.statusMessage !== undefined && { statusMessage: task.statusMessage }),
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt,
    ttlMs: toWholeMs(task.ttlMs),
    pollIntervalMs: toWholeMs(task.pollIntervalMs),
  };
}

/**
 * The reply to a call that became a task.
 *
 * @param hasJoined The task belongs to an earlier equal call; host and model are told.
 */
export function toWireCreateTaskResult(task: Task, hasJoined = false): WireCreateTaskResult {
  const wire = toWireTask(task);
  if (!hasJoined) return { resultType: 'task', ...wire };
  const words = [describeJoinedTask(task), wire.statusMessage];
  return {
    resultType: 'task',
    ...wire,
    statusMessage: words.filter(Boolean).join(' '),
    _meta: { [JOINED_META_KEY]: { taskId: task.taskId } },
  };
}

/** The questions of a task or a call, by key, without members that this revision lacks. */
function toWireInputRequests(requests: InputRequests): Readonly<Record<string, WireInputRequest>> {
  return Object.fromEntries(
    Object.entries(requests).map(([key, { method, params }]) => [
      key,
      { method, params: without(params, ['elicitationId', 'task', '_meta']) },
    ]),
  );
}

/** The result of a call, as a reply or inside a task: both carry their type. */
export function toWireToolResult(result: ToolResult): WireToolResult {
  const { content, structuredContent, isError, _meta } = result;
  const meta = without(_meta ?? {}, [RELATED_TASK_META_KEY]);
  return {
    resultType: 'complete',
    content: [...content],
    ...(structuredContent && { structuredContent }),
    ...(isError !== undefined && { isError }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** A task as `tasks/get` and `notifications/tasks` show it, with all that it has to say now. */
export function toWireDetailedTask(task: Task): WireDetailedTask {
  const { inputRequests, outcome } = task;
  const wire = toWireTask(task);
  switch (wire.status) {
    case 'input_required':
      return { ...wire, inputRequests: toWireInputRequests(inputRequests ?? {}) };
    case 'completed':
      return outcome?.kind === 'result'
        ? { ...wire, result: toWireToolResult(outcome.result) }
        : wire;
    case 'failed':
      return outcome?.kind === 'error' ? { ...wire, error: toWireError(outcome.error) } : wire;
    case 'working':
    case 'cancelled':
      return wire;
  }
}

/** A call that cannot go on without answers. */
export function toWireInputRequiredResult(
  inputRequests: InputRequests,
  requestState: string,
): WireInputRequiredResult {
  return {
    resultType: 'input_required',
    inputRequests: toWireInputRequests(inputRequests),
    requestState,
  };
}

export function toWireTool(tool: ToolListing): WireTool {
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    ...(tool.annotations && { annotations: tool.annotations }),
  };
}
