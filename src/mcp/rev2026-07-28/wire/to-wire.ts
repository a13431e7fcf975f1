/**
 * Converts core's model into the wire format of 2026-07-28. Results and tasks are flat, the status is mapped, and there
 * is no related-task metadata.
 */
import type { InputRequest, InputRequests } from '../../../core/contract/input-request.js';
import type { JsonRpcErrorObject } from '../../../core/json-rpc-error.js';
import { withDeadline } from '../../../core/question/deadline.js';
import { isForClients } from '../../../core/question/question.js';
import type { TaskStatus } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { ContentBlock } from '../../../core/tool/content-block.js';
import type { ObjectSchema, ToolListing } from '../../../core/tool/tool-definition.js';
import type { ToolResult } from '../../../core/tool/tool-result.js';
import { cutText } from '../../../core/value/cut-text.js';
import { isRecord } from '../../../core/value/is-record.js';
import { quote } from '../../../core/value/quote.js';
import { describeJoinedTask, JOINED_META_KEY } from '../../../service/calls/answer/joined-note.js';
import type { CallReply } from '../../../service/calls/call/tool.js';
import type { ServerIdentity } from '../../generation.js';

import { toWireError } from './json-rpc-error.js';
import { protocol } from './protocol.js';

/** `_meta` key of another revision. A Workflow that returns a whole tool result may have added it. */
const RELATED_TASK_META_KEY = 'io.modelcontextprotocol/related-task';

const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';

/** Extension schema › Task. */
export interface WireTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string | undefined;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly [key: string]: unknown;
}

/** Extension schema › CreateTaskResult: flat, without the members of a later status. */
export interface WireCreateTaskResult extends WireTask {
  readonly resultType: 'task';
}

/** Extension schema › DetailedTask: at most one payload, which depends on the status. */
export interface WireDetailedTask extends WireTask {
  readonly inputRequests?: Readonly<Record<string, WireInputRequest>> | undefined;
  readonly result?: WireToolResult | undefined;
  readonly error?: JsonRpcErrorObject | undefined;
}

/** Schema › InputRequest, without an ID or task metadata. */
export interface WireInputRequest {
  readonly method: InputRequest['method'];
  readonly params: Readonly<Record<string, unknown>>;
}

/** Schema › CallToolResult. */
export interface WireToolResult {
  readonly resultType: 'complete';
  readonly content: ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
  readonly [key: string]: unknown;
}

/** Schema › InputRequiredResult. */
export interface WireInputRequiredResult {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, WireInputRequest>>;
  readonly requestState: string;
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

/** Returns a positive whole number, as the extension requires. A task of another server may have any number. */
function toWholeMs(ms: number): number {
  return Math.max(1, Math.round(ms));
}

/** Converts a task without its payload. */
function toWireTask(task: Task): WireTask {
  return {
    taskId: task.taskId,
    status: protocol.toStatus(task),
    statusMessage: task.statusMessage,
    createdAt: task.createdAt,
    lastUpdatedAt: task.lastUpdatedAt,
    ttlMs: toWholeMs(task.ttlMs),
    pollIntervalMs: toWholeMs(task.pollIntervalMs),
  };
}

/** `_meta` key of what Claude Code tells its model of a task: this revision has no key of its own for that. */
const AGENT_TASK_META_KEY = 'com.anthropic/agent-task';
/** The longest text that Claude Code passes on, in characters. */
const MAX_TO_MODEL_LENGTH = 2_000;

/** If the task belongs to an earlier equal call, the reply tells the host in its status, too. */
export function toWireCreateTaskResult(
  task: Task,
  { hasJoined, toModel }: Pick<Extract<CallReply, { kind: 'task' }>, 'hasJoined' | 'toModel'> = {},
): WireCreateTaskResult {
  const wire = toWireTask(task);
  const joined = [describeJoinedTask(task), wire.statusMessage && quote(wire.statusMessage)];
  return {
    resultType: 'task',
    ...wire,
    statusMessage: hasJoined ? joined.filter(Boolean).join(' ') : wire.statusMessage,
    _meta:
      hasJoined || toModel !== undefined
        ? {
            [JOINED_META_KEY]: hasJoined && { taskId: task.taskId },
            [AGENT_TASK_META_KEY]: toModel && {
              modelImmediateResponse: cutText(toModel, MAX_TO_MODEL_LENGTH),
            },
          }
        : undefined,
  };
}

/** Members that this revision does not have are removed. */
function toWireInputRequests(requests: InputRequests): Readonly<Record<string, WireInputRequest>> {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => [
      key,
      {
        method: request.method,
        params: without(withDeadline(request), ['elicitationId', 'task', '_meta']),
      },
    ]),
  );
}

/** Converts the result of a call, for a reply or inside a task. Both need `resultType`. */
export function toWireToolResult(result: ToolResult): WireToolResult {
  const { content, structuredContent, isError, _meta } = result;
  const meta = without(_meta ?? {}, [RELATED_TASK_META_KEY]);
  return {
    resultType: 'complete',
    content: [...content],
    structuredContent,
    isError,
    _meta: Object.keys(meta).length > 0 ? meta : undefined,
  };
}

/** Converts a task for `tasks/get` and `notifications/tasks`, with the payload of its current status. */
export function toWireDetailedTask(task: Task): WireDetailedTask {
  const { questions, outcome } = task;
  const wire = toWireTask(task);
  switch (wire.status) {
    case 'input_required': {
      const forClients = questions.filter(isForClients);
      const requests = forClients.map((question) => [question.key, question] as const);
      return { ...wire, inputRequests: toWireInputRequests(Object.fromEntries(requests)) };
    }
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

export function toWireTool({ name, shown }: ToolListing): WireTool {
  return { name, ...shown };
}

const NEVER_SHARED = { ttlMs: 0, cacheScope: 'private' };

/** Adds the common members of results: the type, the server's name, and no caching. */
export function createResultEncoder({
  name,
  title,
  version,
}: ServerIdentity): (row: { readonly isCacheable: boolean }, result: object) => object {
  const serverInfo = { name, version, title };
  return ({ isCacheable }, result) => {
    const meta = '_meta' in result && isRecord(result._meta) ? result._meta : {};
    return {
      resultType: 'complete',
      ...(isCacheable ? NEVER_SHARED : undefined),
      ...result,
      _meta: { [SERVER_INFO_META_KEY]: serverInfo, ...meta },
    };
  };
}
