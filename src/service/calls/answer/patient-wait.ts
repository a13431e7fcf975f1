import type { Exchange } from '../../../core/request/exchange.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';
import type { JoinedCall } from '../call/repeats.js';
import type { CallRequest } from '../call/tool.js';
import { FIRST_MARK, type WaitMark } from '../call/wait-mark.js';

import { type AnswerBudgets, isHandedOver, nextMark, planWaits, waitMs } from './answer-budget.js';
import { LAST_WAIT_MS } from './end-of-waits.js';
import { type FollowOptions, followTask } from './follow-task.js';
import { isTerminalTask } from './outcome.js';

/** Minimum share of a wait that remains, however long the preparation has taken. */
const LEAST_SHARE = 0.25;

export interface AwaitedWork<Latest> {
  /** Task ID or Update ID, unique among the works that this client waits for. */
  readonly id: string;
  /** Waits for the end, for a maximum time in milliseconds, and resolves with the latest state. */
  readonly wait: (budgetMs: number) => Promise<Latest>;
}

export interface PatienceOptions {
  /** Counts for calls that show progress during the wait. */
  readonly progressToken: CallRequest['progressToken'];
  readonly budgets: AnswerBudgets;
  /** The tool's own time for its call, in milliseconds. Absent: no such time, or a read of a task. */
  readonly answerWithinMs?: number | undefined;
  /** Time at which the host began to wait, by `performance.now()`. Time before this wait counts. Default: now. */
  readonly sinceMs?: number | undefined;
  /** The call joins work that another call has started. Its host may wait for the second time. Absent: it does not. */
  readonly joined?: JoinedCall | undefined;
  /** The mark that the client gave. Absent: none, as in a first call. */
  readonly mark?: WaitMark | undefined;
}

export interface PatientWait<Latest> {
  readonly latest: Latest;
  /** The mark for the next read, if the work still runs. */
  readonly mark: WaitMark;
  /** Maximum time of that read, in milliseconds. */
  readonly nextMs: number;
  /** The model is told to stop reading. */
  readonly isHandedOver: boolean;
}

/** @throws {TaskError} `aborted` when the client leaves; else the errors of the wait. */
export async function waitPatiently<Latest>(
  { id, wait }: AwaitedWork<Latest>,
  { caller: { owner }, client: { name: clientName }, inputOver }: Exchange,
  {
    progressToken,
    budgets,
    answerWithinMs,
    sinceMs = performance.now(),
    joined,
    mark: earlierMark,
  }: PatienceOptions,
): Promise<PatientWait<Latest>> {
  const request = { progressToken };
  const plan = planWaits(undefined, request, { clientName, budgets });
  const ofCall = planWaits(answerWithinMs, request, { clientName, budgets });
  const missed = earlierMark
    ? budgets.reads.count({ owner, id, mark: earlierMark })
    : Number(joined === 'missed');
  const { answers, doublings } = earlierMark ?? FIRST_MARK;
  const mark: WaitMark = { answers: answers + missed, doublings };
  const hasMissed = missed > 0;
  const allowedMs = waitMs(ofCall, mark);
  // The host may have given up before, after a time that nobody knows.
  const budgetMs = joined || hasMissed ? Math.min(allowedMs, plan.shortestMs) : allowedMs;
  const restMs = Math.max(budgetMs * LEAST_SHARE, budgetMs - (performance.now() - sinceMs));
  // Waits for an Update end by their time alone.
  const latest = await wait(inputOver?.aborted ? Math.min(restMs, LAST_WAIT_MS) : restMs);
  // Timers may fire a little early.
  const isWhole = performance.now() - sinceMs >= budgetMs * 0.99;
  const waited =
    joined === 'answered' ? { budgetMs: allowedMs, isWhole: true } : { budgetMs, isWhole };
  const next = nextMark(plan, mark, { ...waited, hasMissed });
  const nextMs = waitMs(plan, next);
  return { latest, mark: next, nextMs, isHandedOver: isHandedOver(plan, next) };
}

/** @throws {TaskError} `aborted` when the client leaves. */
export async function followPatiently(
  tasks: Tasks,
  exchange: Exchange,
  task: Task,
  { isEnough, refuses, ...patience }: PatienceOptions & Omit<FollowOptions, 'budgetMs'>,
): Promise<PatientWait<Task>> {
  const { progressToken } = patience;
  const wait = async (budgetMs: number): Promise<Task> =>
    isTerminalTask(task, exchange.protocol)
      ? task
      : followTask(tasks, exchange, task, {
          progressToken,
          budgetMs,
          isEnough,
          refuses,
        });
  return waitPatiently({ id: task.taskId, wait }, exchange, patience);
}
