import type { TaskMeta } from '../../core/contract.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { OwnIdPolicy } from '../../core/task/start-definition.js';
import { DEFAULT_KEEP_MS, isExpired, toPromisedTtlMs } from '../../core/task/task.js';

/** The latest execution under a Workflow ID that a call would like to have. */
export interface PresentExecution {
  readonly isOpen: boolean;
  /** It has completed; `false` for an open execution, and for every other end. */
  readonly hasCompleted: boolean;
  readonly workflowType: string;
  /** ISO 8601; `undefined` while it is open. */
  readonly closedAt: string | undefined;
  /** Absent when it is no task. */
  readonly meta: TaskMeta | undefined;
}

/** The call, and how its tool's tasks share an ID. */
export interface IdClaim extends OwnIdPolicy {
  readonly workflowId: string;
  readonly toolName: string;
  readonly workflowType: string;
  /** The memo that the start would write, once for each valid secret. */
  readonly known: readonly TaskMeta[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The verdict on the call. */
export type IdVerdict =
  | { readonly kind: 'start' }
  /** The execution is the caller's, and the call's task. */
  | { readonly kind: 'share' }
  /** It is the same call as the one that started it, which must do nothing once more. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'refuse'; readonly error: TaskError };

function refuse(message: string): IdVerdict {
  return { kind: 'refuse', error: new TaskError(TaskErrorCode.workflowIdInUse, message) };
}

/**
 * The same text for every foreign execution: another owner's task, open or ended, and an execution without a task.
 * The caller learns only that the ID is in use, without its owner, purpose and end.
 */
function refuseForeign({ toolName, workflowId }: IdClaim): IdVerdict {
  return refuse(
    `${toolName} cannot be started with these arguments: its ID would be ${workflowId}, which is not available.`,
  );
}

function maySucceed({ hasCompleted }: PresentExecution, { onEnded }: IdClaim): boolean {
  return onEnded === 'startAnew' || (onEnded === 'startAnewIfFailed' && !hasCompleted);
}

/** Returns true if its owner may still read a task. No start of another owner takes its ID before. */
function isKept({ meta, isOpen, closedAt }: PresentExecution, nowMs: number): boolean {
  if (!meta) return false;
  if (isOpen || closedAt === undefined) return true;
  const { createdAt, keepMs = DEFAULT_KEEP_MS } = meta;
  const ttlMs = toPromisedTtlMs({ ...meta, keepMs, closedAt, nowMs });
  return !isExpired({ createdAt, ttlMs, outcome: { kind: 'cancelled' } }, nowMs);
}

function judgeOwn(present: PresentExecution, meta: TaskMeta, claim: IdClaim): IdVerdict {
  const { workflowId, toolName, workflowType, known, onRunning } = claim;
  const sameKey = known.find(
    ({ keyDigest }) => keyDigest !== undefined && keyDigest === meta.keyDigest,
  );
  if (sameKey) {
    if (sameKey.argumentsDigest === meta.argumentsDigest) return { kind: 'repeat' };
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
  if (onRunning === 'use') return { kind: 'share' };
  return refuse(
    `Nothing was started: task ${workflowId} is already running. Wait for its result instead.`,
  );
}

/** The verdict on a call whose Workflow ID was used before. */
export function judgeOwnId(present: PresentExecution, claim: IdClaim): IdVerdict {
  const { meta, isOpen } = present;
  if (meta && claim.known.some(({ ownerTag }) => ownerTag === meta.ownerTag)) {
    return judgeOwn(present, meta, claim);
  }
  const isFree = !isOpen && !isKept(present, claim.nowMs) && maySucceed(present, claim);
  return isFree ? { kind: 'start' } : refuseForeign(claim);
}
