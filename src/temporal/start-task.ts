import {
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';

import { META_MEMO_KEY, type TaskMeta } from '../core/contract.js';
import { TaskError, TaskErrorCode } from '../core/errors.js';
import type { Task } from '../core/task.js';
import type { CreateTaskRequest } from '../core/tasks.js';
import type { ToolDefinition } from '../core/tool-definition.js';

import type { NamespaceRetention } from './namespace-retention.js';
import type { TaskIdFactory } from './task-id-factory.js';
import type { TemporalCalls } from './temporal-calls.js';
import { toTask } from './to-task.js';

/** What starting needs. */
export interface StartDependencies {
  readonly calls: TemporalCalls;
  readonly ids: TaskIdFactory;
  readonly retention: NamespaceRetention;
  /** Largest arguments taken, in bytes of JSON. */
  readonly maxArgumentBytes: number;
}

/** What a start led to: a new execution, or one that this idempotency key had started before. */
export interface StartedTask {
  readonly task: Task;
  readonly meta: TaskMeta;
  readonly alreadyStarted: boolean;
}

/** The time to live a task gets: what was asked for, within the tool's bounds and what Temporal keeps. */
function clampTtl(tool: ToolDefinition, asked: number | undefined, limitMs: number): number {
  const wanted = Math.max(Math.floor(asked ?? tool.ttlMs), tool.minTtlMs);
  return Math.min(wanted, tool.maxTtlMs, limitMs);
}

function startOptions(tool: ToolDefinition, ownerTag: string): Partial<WorkflowStartOptions> {
  const { executionTimeoutMs, runTimeoutMs, workflowTaskTimeoutMs, retry, priority } =
    tool.execution;
  return {
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'FAIL',
    staticSummary: `MCP task: ${tool.name}`,
    // One fairness key an owner: where the service schedules by it, nobody's burst starves another owner.
    priority: { fairnessKey: ownerTag, ...(priority !== undefined && { priorityKey: priority }) },
    ...(executionTimeoutMs !== undefined && { workflowExecutionTimeout: executionTimeoutMs }),
    ...(runTimeoutMs !== undefined && { workflowRunTimeout: runTimeoutMs }),
    ...(workflowTaskTimeoutMs !== undefined && { workflowTaskTimeout: workflowTaskTimeoutMs }),
    ...(retry && {
      retry: {
        ...(retry.initialIntervalMs !== undefined && { initialInterval: retry.initialIntervalMs }),
        ...(retry.maximumIntervalMs !== undefined && { maximumInterval: retry.maximumIntervalMs }),
        ...(retry.backoffCoefficient !== undefined && {
          backoffCoefficient: retry.backoffCoefficient,
        }),
        ...(retry.maximumAttempts !== undefined && { maximumAttempts: retry.maximumAttempts }),
        ...(retry.nonRetryableErrorTypes && {
          nonRetryableErrorTypes: [...retry.nonRetryableErrorTypes],
        }),
      },
    }),
  };
}

/**
 * The arguments as JSON.
 *
 * @throws {TaskError} `invalidArguments` when they are too large. An input above Temporal's message limit does
 * not fail there: it runs into the deadline, so it has to be stopped here.
 */
function serializeArguments(request: CreateTaskRequest, maxBytes: number): string {
  const serialized = JSON.stringify(request.workflowArguments);
  const bytes = Buffer.byteLength(serialized);
  if (bytes <= maxBytes) return serialized;
  throw new TaskError(
    TaskErrorCode.invalidArguments,
    `The arguments of ${request.tool.name} have ${bytes} bytes; at most ${maxBytes} are taken. ` +
      'Pass large data by reference (a URL or an object key).',
  );
}

/** Starts the execution behind a task: one Temporal request, durable when this resolves. */
export async function startTask(
  { calls, ids, retention, maxArgumentBytes }: StartDependencies,
  request: CreateTaskRequest,
): Promise<StartedTask> {
  const { tool, idempotencyKey } = request;
  const serialized = serializeArguments(request, maxArgumentBytes);
  const ownerTag = ids.ownerTag(request.owner);
  const taskId =
    idempotencyKey === undefined
      ? ids.randomTaskId(ownerTag)
      : ids.idempotentTaskId(ownerTag, tool.name, idempotencyKey);
  const meta: TaskMeta = {
    v: 1,
    at: new Date().toISOString(),
    o: ownerTag,
    tool: tool.name,
    ttl: clampTtl(tool, request.ttlMs, (await retention.read()) ?? Number.MAX_SAFE_INTEGER),
    poll: tool.pollIntervalMs,
    proto: request.generation,
    ...(request.progressToken !== undefined && { token: request.progressToken }),
    ...(tool.terminateAfterMs !== undefined && { grace: tool.terminateAfterMs }),
    ...(idempotencyKey !== undefined && { argsDigest: ids.argumentsDigest(serialized) }),
  };
  const task = toTask(taskId, meta, { phase: 'working', cancelRequested: false });
  try {
    await calls.run(async (client) =>
      client.workflow.start(tool.workflowType, {
        ...startOptions(tool, ownerTag),
        args: [...request.workflowArguments],
        taskQueue: tool.taskQueue,
        workflowId: taskId,
        memo: { [META_MEMO_KEY]: meta },
      }),
    );
    return { task, meta, alreadyStarted: false };
  } catch (error) {
    if (idempotencyKey !== undefined && isAlreadyStarted(error)) {
      return { task, meta, alreadyStarted: true };
    }
    throw error;
  }
}

function isAlreadyStarted(error: unknown): boolean {
  return error instanceof TaskError && error.cause instanceof WorkflowExecutionAlreadyStartedError;
}
