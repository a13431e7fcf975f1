import type { TaskMeta } from '../../core/contract/contract.js';
import { DEFAULT_KEEP_MS } from '../../core/contract/task-meta.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { MessageTarget } from '../../core/mapping/message-target.js';
import { refuseOwnersMessage, refuseWithoutApprovers } from '../../core/question/approvers.js';
import { isExpired, toPromisedTtlMs } from '../../core/task/task.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import type { OwnIdPolicy } from '../../definition/tool/start.js';

/** The latest execution under the Workflow ID that a call's arguments give. */
export interface PresentExecution {
  readonly isOpen: boolean;
  /** True if it has completed. False for an open execution, and for all other ends. */
  readonly hasCompleted: boolean;
  readonly workflowType: string;
  /** ISO 8601; `undefined` while it is open. */
  readonly closedAt: string | undefined;
  /** Absent: it is not a task. */
  readonly meta: TaskMeta | undefined;
}

/** The Workflow ID of a call, and the tool's policy for calls with the same ID. */
export interface IdClaim extends OwnIdPolicy {
  readonly workflowId: string;
  readonly toolName: string;
  readonly workflowType: string;
  /** The memo of the start, as each valid secret would write it. */
  readonly metas: readonly TaskMeta[];
  /** The message that the call would send to the execution. Absent: no message. */
  readonly message: MessageTarget | undefined;
  readonly tools: ToolCatalog;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

export type IdVerdict =
  | { readonly kind: 'start' }
  /** The execution is the caller's, and the call may share it. */
  | { readonly kind: 'share' }
  /** The same call has started the execution, so this call must not do it again. */
  | {
      readonly kind: 'repeat';
      /** ID of the message of that start, which may be lost. Absent: the call has none to send. */
      readonly messageId?: string | undefined;
    }
  /** `reason` is for the operator alone, if the execution is foreign. */
  | { readonly kind: 'refuse'; readonly error: TaskError; readonly reason?: string | undefined };

function refuse(message: string): IdVerdict & { readonly kind: 'refuse' } {
  return { kind: 'refuse', error: new TaskError(TaskErrorCode.workflowIdInUse, message) };
}

/**
 * Refuses every foreign execution with the same text: another owner's task, open or ended, or an execution other than a task. The caller learns only that the ID is in use, without its owner, purpose and end.
 */
function refuseForeign({ meta }: PresentExecution, { toolName, workflowId }: IdClaim): IdVerdict {
  const message = `${toolName} was not started: its ID would be ${workflowId}, which other work has. Trying again will not help: call it with arguments that give another ID, or ask the operator of this server.`;
  const reason = meta
    ? 'A task of another owner has this Workflow ID.'
    : 'An execution other than a task has this Workflow ID. To offer such executions as tasks, write "workflow.adopt".';
  return { ...refuse(message), reason };
}

function maySucceed({ hasCompleted }: PresentExecution, { idReusePolicy }: IdClaim): boolean {
  return (
    idReusePolicy === 'AllowDuplicate' ||
    (idReusePolicy === 'AllowDuplicateFailedOnly' && !hasCompleted)
  );
}

/** Returns true if its owner may still read a task. Until then, another owner's start cannot take its ID. */
function isKept({ meta, isOpen, closedAt }: PresentExecution, nowMs: number): boolean {
  if (!meta) return false;
  if (isOpen || closedAt === undefined) return true;
  const { createdAt, keepMs = DEFAULT_KEEP_MS } = meta;
  const ttlMs = toPromisedTtlMs({ ...meta, keepMs, closedAt, nowMs });
  return !isExpired({ createdAt, ttlMs, outcome: { kind: 'cancelled' } }, nowMs);
}

function refuseMessage(
  { workflowType }: PresentExecution,
  meta: TaskMeta,
  { message, tools, metas: [starting] }: IdClaim,
): TaskError | undefined {
  if (!message) return undefined;
  const task = { ...meta, workflowType };
  return (
    refuseOwnersMessage(tools, task, message) ??
    (starting && refuseWithoutApprovers(tools, task, starting))
  );
}

function judgeOwn(present: PresentExecution, meta: TaskMeta, claim: IdClaim): IdVerdict {
  const { workflowId, toolName, workflowType, metas, idConflictPolicy } = claim;
  const sameKey = metas.find(
    ({ keyDigest }) => keyDigest !== undefined && keyDigest === meta.keyDigest,
  );
  if (sameKey) {
    if (sameKey.argumentsDigest === meta.argumentsDigest) {
      const { messageId } = meta;
      return {
        kind: 'repeat',
        messageId: refuseMessage(present, meta, claim) ? undefined : messageId,
      };
    }
    const message = `The idempotency key was used before for ${toolName}, with other arguments. Use a new key.`;
    return { kind: 'refuse', error: new TaskError(TaskErrorCode.idempotencyConflict, message) };
  }
  if (!present.isOpen) {
    if (maySucceed(present, claim)) return { kind: 'start' };
    return refuse(
      `Nothing was started: task ${workflowId} has done this already. Read its result instead.`,
    );
  }
  if (present.workflowType !== workflowType) {
    return refuse(
      `Nothing was started: task ${workflowId} of ${meta.toolName} is running, which is other work under the same ID.`,
    );
  }
  if (idConflictPolicy === 'UseExisting') {
    const error = refuseMessage(present, meta, claim);
    return error ? { kind: 'refuse', error } : { kind: 'share' };
  }
  return refuse(
    `Nothing was started: task ${workflowId} is already running. Wait for its result instead.`,
  );
}

export function judgeOwnId(present: PresentExecution, claim: IdClaim): IdVerdict {
  const { meta, isOpen } = present;
  if (meta && claim.metas.some(({ ownerTag }) => ownerTag === meta.ownerTag)) {
    return judgeOwn(present, meta, claim);
  }
  const isFree = !isOpen && !isKept(present, claim.nowMs) && maySucceed(present, claim);
  return isFree ? { kind: 'start' } : refuseForeign(present, claim);
}
