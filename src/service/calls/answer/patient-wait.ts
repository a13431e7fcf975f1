/** A wait whose time depends on the client's earlier waits. */
import type { Task } from '../../../core/task/task.js';
import type { CallContext, CallRequest } from '../tool.js';

import {
  type AnswerBudgets,
  isHandedOver,
  nextMark,
  planWaits,
  waitMs,
  type WaitPlan,
} from './answer-budget.js';
import { type Followed, type FollowOptions, followTask } from './follow-task.js';
import { isTerminalTask } from './outcome.js';
import type { WaitMark } from './wait-mark.js';

/** Minimum share of a wait that remains, however long the preparation has taken. */
const LEAST_SHARE = 0.25;

/** Work that a client waits for. */
export interface AwaitedWork<Latest> {
  /** Task ID or Update ID, unique among the works that this client waits for. */
  readonly id: string;
  /** Waits for the end, for a maximum time in milliseconds, and resolves with the latest state. */
  readonly wait: (budgetMs: number) => Promise<Latest>;
  readonly isOver: (latest: Latest) => boolean;
}

export interface WaitingCall {
  /** The progress token counts for calls that show progress during the wait. */
  readonly request: Pick<CallRequest, 'progressToken'>;
  readonly context: CallContext;
}

export interface PatienceOptions {
  readonly budgets: AnswerBudgets;
  /** The tool's own time for its call, in milliseconds. Absent: no such time, or a read of a task. */
  readonly answerWithinMs?: number | undefined;
  /** Time at which the host began to wait, by `performance.now()`. Time before this wait counts. Default: now. */
  readonly sinceMs?: number | undefined;
  /** The call joins work that another call has started. Its host may wait for the second time. Default: false. */
  readonly joins?: boolean;
  /** The mark that the client gave. Absent: none, as in a first call. */
  readonly mark?: WaitMark | undefined;
}

/** The result of a wait. */
export interface PatientWait<Latest> {
  readonly latest: Latest;
  /** The mark for the next read, if the work still runs. */
  readonly mark: WaitMark;
  /** The model is told to stop reading. */
  readonly isHandedOver: boolean;
}

/** Time that a client with this mark has already waited, in milliseconds. */
function provenMs(plan: WaitPlan, mark: WaitMark | undefined): number {
  return waitMs(plan, { doublings: (mark?.doublings ?? 0) - 1 });
}

/**
 * Waits as long as the client is known to wait, and learns from the end of the wait.
 *
 * @throws {TaskError} `aborted` when the client leaves; else the errors of the wait.
 */
export async function waitPatiently<Latest>(
  { id: taskId, wait, isOver }: AwaitedWork<Latest>,
  { request, context }: WaitingCall,
  { budgets, answerWithinMs, sinceMs = performance.now(), joins = false, mark }: PatienceOptions,
): Promise<PatientWait<Latest>> {
  const { caller, client, signal } = context;
  const { learned } = budgets;
  const waiting = { ...client, owner: caller.owner };
  const knowledge = { clientName: client.clientName, budgets };
  const plan = planWaits({}, request, knowledge);
  const { shortestMs } = plan;
  const asked = { taskId, mark, provenMs: provenMs(plan, mark), shortestMs };
  const begun = learned.begin(waiting, asked, sinceMs);
  const ofCall =
    answerWithinMs === undefined ? plan : planWaits({ answerWithinMs }, request, knowledge);
  const allowedMs = waitMs(ofCall, begun.mark, begun);
  // The host may have given up before, after a time that nobody knows.
  const budgetMs = joins ? Math.min(allowedMs, shortestMs) : allowedMs;
  const restMs = Math.max(budgetMs * LEAST_SHARE, budgetMs - (performance.now() - sinceMs));
  try {
    const latest = await wait(restMs);
    const nowMs = performance.now();
    const heldMs = Math.min(nowMs - sinceMs, budgetMs);
    // Timers may fire a little early.
    const isWhole = heldMs >= budgetMs * 0.99;
    const next = nextMark(plan, begun.mark, { budgetMs, isWhole, limitMs: begun.limitMs });
    if (isOver(latest)) learned.ended(waiting, taskId);
    else learned.answered(waiting, { taskId, given: next, heldMs }, nowMs);
    return { latest, mark: next, isHandedOver: isHandedOver(plan, next) };
  } catch (error) {
    const departure = context.departure();
    if (signal.aborted) learned.left(waiting, { taskId, departure, shortestMs }, performance.now());
    throw error;
  }
}

/**
 * Follows a task as long as its client is known to wait.
 *
 * @throws {TaskError} `aborted` when the client leaves.
 */
export async function followPatiently(
  followed: Followed,
  { isEnough, refuses, ...patience }: PatienceOptions & Omit<FollowOptions, 'budgetMs'>,
): Promise<PatientWait<Task>> {
  const { task, context } = followed;
  const isOver = (latest: Task): boolean => isTerminalTask(latest, context.protocol);
  const wait = async (budgetMs: number): Promise<Task> =>
    isOver(task) ? task : followTask(followed, { budgetMs, isEnough, refuses });
  return waitPatiently({ id: task.taskId, wait, isOver }, followed, patience);
}
