import { randomBytes } from 'node:crypto';

import type { TaskMeta } from '../../core/contract.js';
import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import { readTenantOwner } from '../../core/person/owner.js';
import { toPrincipal } from '../../core/person/to-principal.js';
import { toCapabilityNames } from '../../core/question/askable.js';
import type { TaskOrigin } from '../../core/task/task.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { toTtlCompanionId } from '../../core/task/ttl-end.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { toCanonicalJson } from '../../core/value/canonical-json.js';
import { toJsonBytes } from '../../core/value/json-bounds.js';
import { isAlreadyStarted } from '../link/from-temporal-error.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { NamespaceRetention } from '../namespace-retention.js';
import { findExecution } from '../read/find-execution.js';
import { toTask } from '../task/to-task.js';

import type { OpenTaskLimit } from './open-task-limit.js';
import type { PlannedTask, StartedTask } from './planned-task.js';
import { toStartOptions } from './start-options.js';
import { startUnderOwnId } from './start-under-own-id.js';
import type { TaskIdFactory } from './task-id-factory.js';
import type { TaskIdRing } from './task-id-ring.js';
import { TtlCompanion } from './ttl-companion.js';

export interface StartDependencies {
  readonly calls: TemporalCalls;
  readonly ids: TaskIdRing;
  readonly retention: NamespaceRetention;
  /** Largest arguments taken, in bytes of JSON. */
  readonly maxArgumentBytes: number;
  /** Absent: an owner may have as many as they start. */
  readonly openTasks?: OpenTaskLimit | undefined;
}

/** The promised times of a task, in milliseconds: readable after its creation, and after its end. */
type Promised = Required<Pick<TaskMeta, 'ttlMs' | 'keepMs'>>;

/** The requested time within the tool's bounds and the retention. */
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
function planTask(ids: TaskIdFactory, request: CreateTaskRequest, promised: Promised): PlannedTask {
  const { tool, owner, idempotencyKey } = request;
  const { comparedArguments: compared = request.workflowArguments } = request;
  const { protocolVersion, origin, start, traceparent } = request;
  const ownerTag = ids.ownerTag(owner);
  const { tenant } = readTenantOwner(owner);
  const made =
    idempotencyKey === undefined
      ? ids.randomTaskId(ownerTag)
      : ids.idempotentTaskId(ownerTag, tool.name, idempotencyKey);
  const taskId = start?.ownId?.workflowId ?? made;
  const meta: TaskMeta = {
    version: 1,
    createdAt: new Date().toISOString(),
    ownerTag,
    principal: toPrincipal(request),
    ...(tenant !== undefined && { tenant }),
    toolName: tool.name,
    ...promised,
    pollIntervalMs: tool.pollIntervalMs,
    protocolVersion,
    ...toOriginMeta(origin),
    ...(tool.terminateAfterMs !== undefined && { terminateAfterMs: tool.terminateAfterMs }),
    ...(tool.approvers?.ownerMayAnswer === false && { answeredByOthers: true }),
    ...(idempotencyKey !== undefined && {
      argumentsDigest: ids.argumentsDigest(toCanonicalJson(compared)),
      // The ID that the key makes is a hash of all that a key holds for.
      ...(start?.ownId && { keyDigest: made }),
    }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tool.afterTtl !== 'leave' && {
      companionId: toTtlCompanionId(taskId, randomBytes(6).toString('hex')),
    }),
  };
  const { workflowType } = tool;
  const nowMs = Date.now();
  const reading = { phase: 'working', cancelRequested: false, workflowType, nowMs } as const;
  return { task: toTask(taskId, meta, reading), meta };
}

/**
 * Starts the execution behind a task: one Temporal request, durable when this resolves; two for a tool with `afterTtl`.
 *
 * With an idempotency key, it first looks for the tasks that previous secrets have made of the key. Temporal keeps a
 * task ID from being started twice, and each secret makes another ID: two replicas whose current secrets differ may both
 * start a task for one key at the same moment. A Workflow ID of the tool's own depends on no secret.
 */
export async function startTask(
  dependencies: StartDependencies,
  request: CreateTaskRequest,
): Promise<StartedTask> {
  const { calls, ids, retention, maxArgumentBytes } = dependencies;
  const { idempotencyKey, start } = request;
  checkSize(request, maxArgumentBytes);
  const retentionMs = (await retention.read()) ?? Number.MAX_SAFE_INTEGER;
  const promised = toPromised(request.tool, request.ttlMs, retentionMs);
  const plan = (factory: TaskIdFactory): PlannedTask => planTask(factory, request, promised);
  const planned = plan(ids.current);
  if (start?.adopts !== undefined) {
    return { ...planned, task: { ...planned.task, taskId: start.adopts }, kind: 'shared' };
  }
  const companion = new TtlCompanion(calls, request, planned);
  try {
    await requireRoom(dependencies, request, planned);
    const earlier = idempotencyKey === undefined ? [] : ids.previous.map(plan);
    const known = [planned, ...ids.previous.map(plan)].map(({ meta }) => meta);
    const started = start?.ownId
      ? await startUnderOwnId(calls, { request, planned, known, companion })
      : await startOnce(calls, { request, planned, companion, earlier });
    if (started.kind !== 'started') await companion.discard();
    return started;
  } catch (error) {
    throw inDoubt(error, isRepeatable(request));
  }
}

/** Starts a task under an ID of this server's making, unless its idempotency key has started it before. */
async function startOnce(
  calls: TemporalCalls,
  {
    request,
    planned,
    companion,
    earlier,
  }: {
    readonly request: CreateTaskRequest;
    readonly planned: PlannedTask;
    readonly companion: TtlCompanion;
    /** The tasks that previous secrets have made of the key. */
    readonly earlier: readonly PlannedTask[];
  },
): Promise<StartedTask> {
  for (const previous of earlier) {
    if (await findExecution(calls, previous.task.taskId)) return { ...previous, kind: 'repeated' };
  }
  await companion.start();
  try {
    await calls.run(async (client) =>
      client.workflow.start(request.tool.workflowType, toStartOptions(request, planned)),
    );
    return { ...planned, kind: 'started' };
  } catch (error) {
    if (request.idempotencyKey === undefined || !isAlreadyStarted(error)) throw error;
    return { ...planned, kind: 'repeated' };
  }
}

/**
 * A task that runs already takes no further room.
 *
 * @throws {TaskError} `busy` when the owner has as many open tasks as may be.
 */
async function requireRoom(
  { calls, openTasks }: StartDependencies,
  { owner, idempotencyKey, start }: CreateTaskRequest,
  { task }: PlannedTask,
): Promise<void> {
  if (!openTasks || (await openTasks.take(owner))) return;
  const hasOwnId = start?.ownId !== undefined;
  const found =
    idempotencyKey !== undefined || hasOwnId ? await findExecution(calls, task.taskId) : undefined;
  // A key starts nothing twice; an own ID may be started again when its execution has ended.
  if (found && (found.isOpen || !hasOwnId)) return;
  throw openTasks.toError();
}

/** Returns true if the same call, made again, does the work once at most. */
function isRepeatable({ idempotencyKey, isNumbered, start }: CreateTaskRequest): boolean {
  if (start?.message || isNumbered) return false;
  return idempotencyKey !== undefined || start?.ownId?.onEnded === 'reject';
}

/**
 * A caller without an answer does not know whether the work was started. The error must not tell them to start it
 * once more.
 */
function inDoubt(error: unknown, mayRepeat: boolean): unknown {
  if (!isTaskError(error) || error.code !== TaskErrorCode.unavailable) return error;
  const { cause, retryAfterMs } = error;
  const advice = mayRepeat
    ? 'The same call finds it, with the same idempotency key if it has one: make it again in a few seconds.'
    : 'Find out before you make the call again, since that could do the work twice.';
  return new TaskError(
    TaskErrorCode.unavailable,
    `Temporal does not answer at the moment, and it is not known whether the task was started. ${advice}`,
    { cause, ...(mayRepeat && retryAfterMs !== undefined && { retryAfterMs }) },
  );
}
