import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { toJsonBytes } from '../../core/value/json-bounds.js';
import { findExecution } from '../describe/find-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';
import { isAlreadyStarted, isOpenEnded, isRefusedForRate } from '../link/from-temporal-error.js';
import type { NamespaceRetention } from '../link/namespace-retention.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { OpenTaskLimit } from './open-task-limit.js';
import { type PlannedTask, planTask, type StartedTask, type StartRequest } from './plan-task.js';
import { startExecution } from './start-execution.js';
import { startUnderOwnId } from './start-under-own-id.js';
import { TaskCompanion } from './task-companion.js';
import type { TaskIdFactory } from './task-id-factory.js';
import type { TaskIdRing } from './task-id-ring.js';

export interface StartDependencies {
  readonly calls: TemporalCalls;
  readonly ids: TaskIdRing;
  readonly tools: ToolCatalog;
  readonly firstRuns: FirstRuns;
  readonly retention: NamespaceRetention;
  /** Name of the server, whose Worker calls its webhooks. */
  readonly serverName: string;
  /** Maximum size of the arguments, in bytes of JSON. */
  readonly maxArgumentBytes: number;
  /** Absent: the number of an owner's open tasks is not limited. */
  readonly openTasks?: OpenTaskLimit | undefined;
  readonly logger?: Logger | undefined;
}

/**
 * Starts the execution behind a task, by one Temporal request, and one more for a companion. The start is durable when this
 * resolves.
 *
 * With an idempotency key, it first looks for the task that the previous secret has made of the key. Temporal does not
 * start a task ID twice, but each secret makes another ID. So two replicas with different current secrets may both
 * start a task for one key at the same moment. A tool-chosen Workflow ID depends on no secret.
 *
 * @param equalId The ID for an equal call, in place of a random one.
 */
export async function startTask(
  dependencies: StartDependencies,
  request: StartRequest,
  equalId?: string,
): Promise<StartedTask> {
  const { calls, ids, tools, firstRuns, retention, serverName, maxArgumentBytes } = dependencies;
  const { logger } = dependencies;
  const { start } = request;
  checkSize(request, maxArgumentBytes);
  const retentionMs = (await retention.read()) ?? Number.MAX_SAFE_INTEGER;
  const plan = (factory: TaskIdFactory): PlannedTask =>
    planTask(factory, request, { retentionMs, equalId });
  const planned = plan(ids.current);
  if (start?.adopts !== undefined) {
    return { ...planned, task: { ...planned.task, taskId: start.adopts }, kind: 'shared' };
  }
  const companion = new TaskCompanion(calls, { request, planned }, serverName);
  try {
    await requireRoom(dependencies, request, planned);
    const earlier = ids.previous && plan(ids.previous);
    const metas = [planned, ...(earlier ? [earlier] : [])].map(({ meta }) => meta);
    const started = start?.ownId
      ? await startUnderOwnId(calls, {
          request,
          planned,
          metas,
          companion,
          tools,
          firstRuns,
          logger,
        })
      : await startOnce(calls, { request, planned, companion, earlier });
    if (started.kind !== 'started') await companion.discard();
    return started;
  } catch (error) {
    throw await inDoubt(calls, error, { request, planned, isEqual: equalId !== undefined });
  }
}

/**
 * @throws {TaskError} `invalidArguments` if the Workflow's arguments are too large. Defaults and layouts may have added
 * to the client's arguments. Temporal does not refuse an input above its message limit: the call would run into the
 * deadline.
 */
function checkSize(request: StartRequest, maxBytes: number): void {
  const bytes = toJsonBytes(request.workflowArguments);
  if (bytes <= maxBytes) return;
  throw new TaskError(
    TaskErrorCode.invalidArguments,
    `The arguments of ${request.tool.name} have ${bytes} bytes, more than the limit of ${maxBytes}. ` +
      'Pass large data by reference (a URL or an object key).',
  );
}

/**
 * Checks that the owner may start one more task. A call that finds a running task needs no further room.
 *
 * @throws {TaskError} `busy` if the owner has the maximum number of open tasks.
 */
async function requireRoom(
  { calls, openTasks }: StartDependencies,
  { caller, idempotencyKey, equalCall, start }: StartRequest,
  { task }: PlannedTask,
): Promise<void> {
  if (!openTasks || (await openTasks.take(caller.owner))) return;
  const hasOwnId = start?.ownId !== undefined;
  const present =
    idempotencyKey !== undefined || equalCall !== undefined || hasOwnId
      ? await findExecution(calls, task.taskId)
      : undefined;
  // A key starts a task only once. A tool-chosen ID may be started again after its execution has ended.
  if (present && (present.isOpen || !hasOwnId)) return;
  throw openTasks.toError();
}

/** Starts a task under a generated ID, unless an earlier call with its idempotency key has started it. */
async function startOnce(
  calls: TemporalCalls,
  {
    request,
    planned,
    companion,
    earlier,
  }: {
    readonly request: StartRequest;
    readonly planned: PlannedTask;
    readonly companion: TaskCompanion;
    /** The task that the previous secret would make of the key. */
    readonly earlier: PlannedTask | undefined;
  },
): Promise<StartedTask> {
  const isKeyed = request.idempotencyKey !== undefined;
  if (isKeyed && earlier && (await findExecution(calls, earlier.task.taskId))) {
    return { ...earlier, kind: 'repeated' };
  }
  await companion.start();
  try {
    await startExecution(calls, { request, planned });
    return { ...planned, kind: 'started' };
  } catch (error) {
    if (!isAlreadyStarted(error)) throw error;
    return { ...planned, kind: 'repeated' };
  }
}

/** Returns true if a repetition of the call does not do the work again. */
function isRepeatable({ idempotencyKey, start }: StartRequest): boolean {
  if (start?.message) return idempotencyKey !== undefined;
  return idempotencyKey !== undefined || start?.ownId?.idReusePolicy === 'RejectDuplicate';
}

/**
 * Adds advice to the error of a call without an answer, whose caller does not know if the work was started. The error
 * must not tell them to start it again. If Temporal has the task, its message is in doubt.
 */
async function inDoubt(
  calls: TemporalCalls,
  error: unknown,
  {
    request,
    planned: { task, meta },
    isEqual,
  }: {
    readonly request: StartRequest;
    readonly planned: PlannedTask;
    readonly isEqual: boolean;
  },
): Promise<unknown> {
  // Without a cause, nothing has been sent yet.
  const isSent = isTaskError(error) && error.cause !== undefined;
  if (!isSent || !isOpenEnded(error)) return error;
  const { cause, retryAfterMs } = error;
  if (isRefusedForRate(error)) {
    const message = `Temporal takes no more requests at the moment, so nothing was started. Try again in ${Math.ceil((retryAfterMs ?? 0) / 1_000)} seconds.`;
    return new TaskError(TaskErrorCode.busy, message, { cause, retryAfterMs });
  }
  const mayRepeat = isEqual || isRepeatable(request);
  const advice = mayRepeat
    ? 'The same call finds it, with the same idempotency key if it has one: make it again in a few seconds.'
    : 'Find out before you repeat the call, which could do the work twice.';
  const { message } = request.start ?? {};
  const present = message
    ? await findExecution(calls, task.taskId).catch(() => undefined)
    : undefined;
  const why =
    present?.meta?.ownerTag !== meta.ownerTag
      ? 'Temporal does not answer at the moment, and it is not known whether the task was started.'
      : message?.kind === 'update'
        ? `No worker has taken the update for task ${task.taskId} in time. It may still be carried out, as soon as a worker is available.`
        : `Temporal does not answer at the moment, and it is not known whether task ${task.taskId} has got the message of this call.`;
  return new TaskError(TaskErrorCode.unavailable, `${why} ${advice}`, {
    cause,
    retryAfterMs: mayRepeat && retryAfterMs !== undefined ? retryAfterMs : undefined,
  });
}
