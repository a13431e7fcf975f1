import type { TaskMeta } from '../../core/contract/contract.js';
import type { Caller } from '../../core/person/caller.js';
import { toPrincipal } from '../../core/person/to-principal.js';
import { mayOwnerAnswer } from '../../core/question/approvers.js';
import { toCapabilityNames } from '../../core/question/askable.js';
import type { TaskOrigin } from '../../core/task/task.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { toComparedJson } from '../../core/value/canonical-json.js';
import type { ToolTtl } from '../../definition/tool/ttl.js';
import { type TemporalTask, toTask } from '../read/to-task.js';

import { toMessageId } from './start-message.js';
import type { TaskIdFactory } from './task-id-factory.js';

/** A task to create, and its owner. */
export interface StartRequest extends CreateTaskRequest {
  readonly caller: Caller;
}

export interface PlannedTask {
  readonly task: TemporalTask;
  /** The memo of its start. */
  readonly meta: TaskMeta;
}

export interface StartedTask extends PlannedTask {
  /**
   * - `started`: a new execution
   * - `repeated`: an earlier call with this idempotency key has started it; its arguments are not compared yet
   * - `found`: an earlier call with the same arguments has started it
   * - `shared`: another call of the same owner has started it, and this call joins it
   */
  readonly kind: 'started' | 'repeated' | 'found' | 'shared';
}

interface PlanOptions {
  /** Time for which the namespace keeps ended executions, in milliseconds. */
  readonly retentionMs: number;
  /** The ID for an equal call, in place of a random one. */
  readonly equalId: string | undefined;
}

/** Plans a task with one secret's factory. Its ID, owner tag and argument digest depend on the secret. */
export function planTask(
  ids: TaskIdFactory,
  request: StartRequest,
  { retentionMs, equalId }: PlanOptions,
): PlannedTask {
  const { tool, caller, idempotencyKey, protocolVersion, origin, start, traceparent } = request;
  const { comparedArguments = request.workflowArguments } = request;
  const ownerTag = ids.ownerTag(caller.owner);
  const { kind } = tool.start;
  const keyedId =
    idempotencyKey === undefined
      ? equalId
      : ids.idempotentTaskId({ ownerTag, tool: tool.name, kind }, idempotencyKey);
  const generatedId = keyedId ?? ids.randomTaskId(ownerTag, kind);
  const nowMs = Date.now();
  const atStart = { withoutApprovers: start?.withoutApprovers };
  const meta: TaskMeta = {
    version: 1,
    createdAt: new Date(nowMs).toISOString(),
    ownerTag,
    principal: toPrincipal(caller),
    toolName: tool.name,
    ...toPromisedTimes(tool.ttl, request.ttlMs, retentionMs),
    pollIntervalMs: tool.task.pollInterval,
    protocolVersion,
    ...toOriginMeta(origin),
    terminateAfterMs: tool.cancel.terminateAfter,
    answeredByOthers: mayOwnerAnswer(tool, atStart) ? undefined : true,
    ...atStart,
    argumentsDigest:
      keyedId === undefined ? undefined : ids.argumentsDigest(toComparedJson(comparedArguments)),
    // The generated ID is a hash of owner tag, tool and key or call, so it identifies them.
    keyDigest: keyedId !== undefined && start?.ownId ? generatedId : undefined,
    messageId: start?.message && toMessageId(request),
    traceparent,
  };
  const taskId = start?.ownId?.workflowId ?? generatedId;
  const workflowType = kind === 'workflow' ? tool.start.type : undefined;
  const reading = { phase: 'working', cancelRequested: false, workflowType, nowMs } as const;
  return { task: toTask(taskId, meta, reading), meta };
}

/**
 * Limits the requested time by the tool's bounds and the namespace's retention. Times are in milliseconds: a task can be
 * read for `ttlMs` after its creation, and for `keepMs` after its end.
 */
function toPromisedTimes(
  { default: byDefault, min, max, afterEnd }: ToolTtl,
  requestedMs: number | undefined,
  retentionMs: number,
): { readonly ttlMs: number; readonly keepMs: number } {
  const wantedMs = Math.max(Math.floor(requestedMs ?? byDefault), min);
  return {
    ttlMs: Math.min(wantedMs, max, retentionMs),
    keepMs: Math.min(afterEnd, retentionMs),
  };
}

function toOriginMeta({ askable, ...origin }: TaskOrigin = {}): Partial<TaskMeta> {
  return { ...origin, askable: askable && toCapabilityNames(askable) };
}
