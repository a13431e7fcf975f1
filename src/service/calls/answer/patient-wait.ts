/** A wait for a task whose time goes by what its client has shown. */
import type { Task } from '../../../core/task/task.js';

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

/** However long the way to a wait has taken, so much of its time is left. */
const LEAST_SHARE = 0.25;

/** How a client waits. */
export interface PatienceOptions extends Omit<FollowOptions, 'budgetMs'> {
  readonly budgets: AnswerBudgets;
  /** What the tool says of its call, in milliseconds. Absent: it says nothing, or this is a read. */
  readonly answerWithinMs?: number | undefined;
  /** When the host began to wait, by `performance.now()`: the way to here counts. Default: now. */
  readonly sinceMs?: number | undefined;
  /** The mark that the client has given. Absent: it has given none, as calls do. */
  readonly mark?: WaitMark | undefined;
}

/** What has come of a wait. */
export interface PatientWait {
  /** As last read. */
  readonly task: Task;
  /** For the next read, where the task has not ended. */
  readonly mark: WaitMark;
  /** Whether the model is to stop reading. */
  readonly isHandedOver: boolean;
}

/** What a client has waited for whose mark has so many doublings, in milliseconds. */
function provenMs(plan: WaitPlan, mark: WaitMark | undefined): number {
  return waitMs(plan, { doublings: (mark?.doublings ?? 0) - 1 });
}

/**
 * Follows a task for as long as its client is known to wait, and learns from it.
 *
 * @throws {TaskError} `aborted` when the client leaves.
 */
export async function waitPatiently(
  followed: Followed,
  { budgets, answerWithinMs, sinceMs = performance.now(), mark, ...follow }: PatienceOptions,
): Promise<PatientWait> {
  const { task, request, context } = followed;
  const { taskId } = task;
  const { caller, signal } = context;
  const { learned } = budgets;
  const knowledge = { clientName: caller.clientName, budgets };
  const plan = planWaits({}, request, knowledge);
  const { shortestMs } = plan;
  const asked = { taskId, mark, provenMs: provenMs(plan, mark), shortestMs };
  const begun = learned.begin(caller, asked, sinceMs);
  const ofCall =
    answerWithinMs === undefined ? plan : planWaits({ answerWithinMs }, request, knowledge);
  const budgetMs = waitMs(ofCall, begun.mark, begun);
  const restMs = Math.max(budgetMs * LEAST_SHARE, budgetMs - (performance.now() - sinceMs));
  try {
    const isOver = isTerminalTask(task, context.protocol);
    const latest = isOver ? task : await followTask(followed, { ...follow, budgetMs: restMs });
    const nowMs = performance.now();
    const heldMs = Math.min(nowMs - sinceMs, budgetMs);
    // A timer may be a little early.
    const isWhole = heldMs >= budgetMs * 0.99;
    const next = nextMark(plan, begun.mark, { budgetMs, isWhole, limitMs: begun.limitMs });
    if (isTerminalTask(latest, context.protocol)) learned.ended(caller, taskId);
    else learned.answered(caller, { taskId, given: next, heldMs }, nowMs);
    return { task: latest, mark: next, isHandedOver: isHandedOver(plan, next) };
  } catch (error) {
    const departure = context.departure();
    if (signal.aborted) learned.left(caller, { taskId, departure, shortestMs }, performance.now());
    throw error;
  }
}
