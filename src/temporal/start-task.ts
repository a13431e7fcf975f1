import {
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
} from '@temporalio/client';

import { toCapabilityNames } from '../core/askable.js';
import { toCanonicalJson } from '../core/canonical-json.js';
import { META_MEMO_KEY, type TaskMeta } from '../core/contract.js';
import { isTaskError, TaskError, TaskErrorCode } from '../core/errors.js';
import { toJsonBytes } from '../core/json-bounds.js';
import type { Task, TaskOrigin } from '../core/task.js';
import type { CreateTaskRequest } from '../core/tasks.js';
import type { ToolDefinition } from '../core/tool-definition.js';

import { describeExecution } from './describe-execution.js';
import type { NamespaceRetention } from './namespace-retention.js';
import type { TaskIdFactory } from './task-id-factory.js';
import type { TaskIdRing } from './task-id-ring.js';
import type { TemporalCalls } from './temporal-calls.js';
import { toTask } from './to-task.js';

/** What starting needs. */
export interface StartDependencies {
  readonly calls: TemporalCalls;
  readonly ids: TaskIdRing;
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

/** What is promised of a task: for how long it can be read after its creation, and after its end, in milliseconds. */
type Promised = Required<Pick<TaskMeta, 'ttlMs' | 'keepMs'>>;

/** What was asked for, within the tool's bounds and what Temporal keeps of an execution that ends at once. */
function toPromised(
  tool: ToolDefinition,
  asked: number | undefined,
  retentionMs: number,
): Promised {
  const wantedMs = Math.max(Math.floor(asked ?? tool.ttlMs), tool.minTtlMs);
  return {
    ttlMs: Math.min(wantedMs, tool.maxTtlMs, retentionMs),
    keepMs: Math.min(tool.keepMs, retentionMs),
  };
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
 * @throws {TaskError} `invalidArguments` when they are too large as the Workflow takes them: defaults and layouts may
 * have added to what the client sent. An input above Temporal's message limit does not fail there: it runs into the
 * deadline, so it has to be stopped here.
 */
function checkSize(request: CreateTaskRequest, maxBytes: number): void {
  const bytes = toJsonBytes(request.workflowArguments);
  if (bytes <= maxBytes) return;
  throw new TaskError(
    TaskErrorCode.invalidArguments,
    `The arguments of ${request.tool.name} have ${bytes} bytes; at most ${maxBytes} are taken. ` +
      'Pass large data by reference (a URL or an object key).',
  );
}

function toOriginMeta({ askable, ...origin }: TaskOrigin = {}): Partial<TaskMeta> {
  return { ...origin, ...(askable && { askable: toCapabilityNames(askable) }) };
}

/**
 * A task as one secret's factory makes it: its ID, its owner tag and the digest of its arguments depend on the secret.
 */
function planTask(
  ids: TaskIdFactory,
  request: CreateTaskRequest,
  promised: Promised,
): Omit<StartedTask, 'alreadyStarted'> {
  const { tool, owner, idempotencyKey, workflowArguments } = request;
  const { protocolVersion, origin } = request;
  const ownerTag = ids.ownerTag(owner);
  const taskId =
    idempotencyKey === undefined
      ? ids.randomTaskId(ownerTag)
      : ids.idempotentTaskId(ownerTag, tool.name, idempotencyKey);
  const meta: TaskMeta = {
    version: 1,
    createdAt: new Date().toISOString(),
    ownerTag,
    toolName: tool.name,
    ...promised,
    pollIntervalMs: tool.pollIntervalMs,
    protocolVersion,
    ...toOriginMeta(origin),
    ...(tool.terminateAfterMs !== undefined && { terminateAfterMs: tool.terminateAfterMs }),
    ...(idempotencyKey !== undefined && {
      argumentsDigest: ids.argumentsDigest(toCanonicalJson(workflowArguments)),
    }),
  };
  const reading = { phase: 'working', cancelRequested: false, nowMs: Date.now() } as const;
  return { task: toTask(taskId, meta, reading), meta };
}

async function isThere(calls: TemporalCalls, taskId: string): Promise<boolean> {
  try {
    await describeExecution(calls, taskId);
    return true;
  } catch (error) {
    if (isTaskError(error) && error.code === TaskErrorCode.taskNotFound) return false;
    throw error;
  }
}

/**
 * Starts the execution behind a task: one Temporal request, durable when this resolves.
 *
 * With an idempotency key, it first looks for the tasks that previous secrets have made of the key. Temporal keeps a
 * task ID from being started twice, and each secret makes another ID: two replicas whose current secrets differ may both
 * start a task for one key at the same moment.
 */
export async function startTask(
  { calls, ids, retention, maxArgumentBytes }: StartDependencies,
  request: CreateTaskRequest,
): Promise<StartedTask> {
  const { tool, idempotencyKey } = request;
  checkSize(request, maxArgumentBytes);
  const retentionMs = (await retention.read()) ?? Number.MAX_SAFE_INTEGER;
  const promised = toPromised(tool, request.ttlMs, retentionMs);
  if (idempotencyKey !== undefined) {
    for (const previous of ids.previous) {
      const planned = planTask(previous, request, promised);
      if (await isThere(calls, planned.task.taskId)) return { ...planned, alreadyStarted: true };
    }
  }
  const { task, meta } = planTask(ids.current, request, promised);
  const { taskId } = task;
  try {
    await calls.run(async (client) =>
      client.workflow.start(tool.workflowType, {
        ...startOptions(tool, meta.ownerTag),
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
    throw inDoubt(error, idempotencyKey !== undefined);
  }
}

/** Who has had no answer does not know whether the work was started, and must not be told to start it once more. */
function inDoubt(error: unknown, hasKey: boolean): unknown {
  if (!isTaskError(error) || error.code !== TaskErrorCode.unavailable) return error;
  const { cause, retryAfterMs } = error;
  const advice = hasKey
    ? 'The same call finds it, with the same idempotency key if it has one: make it again in a few seconds.'
    : 'Find out before you make the call again, since that could do the work twice.';
  return new TaskError(
    TaskErrorCode.unavailable,
    `Temporal does not answer at the moment, and it is not known whether the task was started. ${advice}`,
    { cause, ...(hasKey && retryAfterMs !== undefined && { retryAfterMs }) },
  );
}

function isAlreadyStarted(error: unknown): boolean {
  return error instanceof TaskError && error.cause instanceof WorkflowExecutionAlreadyStartedError;
}
