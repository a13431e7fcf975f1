/** Computes how long a call, or a read of a task, waits before it is answered with a handle. Pure. */
import type { RepeatedReads } from '../call/repeated-reads.js';
import type { CallRequest } from '../call/tool.js';
import type { WaitMark } from '../call/wait-mark.js';

import { findHostLimit, type HostTimes, type HostWaits, toHostName } from './host-limits.js';

export interface AnswerBudgets {
  /** Configured times in milliseconds, by the host's name in lower case. They take precedence over known times. */
  readonly byHost: ReadonlyMap<string, number>;
  readonly times: HostTimes;
  readonly reads: RepeatedReads;
}

export interface WaitPlan {
  readonly firstMs: number;
  /** Maximum time to which waits grow, in milliseconds. Equals `firstMs` for a configured time. */
  readonly longestMs: number;
  /** Time of the waits of a client that has missed an answer, in milliseconds. */
  readonly shortestMs: number;
  /** The limit of this host is configured or known, so waits do not stay short after a missed answer. */
  readonly isCertain: boolean;
  /** Reads before the model is told to stop. */
  readonly reads: number;
}

/**
 * Plans the waits for a task. A configured time is fixed: the tool's time for its call, otherwise the host's time.
 * Without one, waits begin with the known time of the host. Some hosts wait longer with progress.
 */
export function planWaits(
  answerWithinMs: number | undefined,
  { progressToken }: Pick<CallRequest, 'progressToken'>,
  {
    clientName,
    budgets: { byHost, times },
  }: {
    readonly clientName: string | undefined;
    readonly budgets: Pick<AnswerBudgets, 'byHost' | 'times'>;
  },
): WaitPlan {
  const { shortestMs, unknown } = times;
  const limit = findHostLimit(times, clientName);
  const host: Omit<HostWaits, 'reads'> = limit ?? unknown;
  const reads = limit?.reads ?? unknown.reads;
  const configuredMs = answerWithinMs ?? byHost.get(toHostName(clientName));
  if (configuredMs !== undefined) {
    const fixed = { firstMs: configuredMs, longestMs: configuredMs };
    return { ...fixed, shortestMs, isCertain: true, reads };
  }
  const extendedMs = progressToken === undefined ? undefined : host.answerWithinWithProgressMs;
  const firstMs = extendedMs ?? host.answerWithinMs;
  const longestMs = Math.max(firstMs, host.growsToMs ?? times.longestMs);
  const isCertain = limit !== undefined && limit.isLibraryDefault !== true;
  return { firstMs, longestMs, shortestMs, isCertain, reads };
}

/** Returns the maximum time of a wait, in milliseconds. It doubles as often as the mark says. */
export function waitMs(
  { firstMs, longestMs, shortestMs, isCertain, reads }: WaitPlan,
  { doublings }: Pick<WaitMark, 'doublings'>,
): number {
  if (doublings === 'short') return isCertain ? firstMs : Math.min(firstMs, shortestMs);
  return Math.min(firstMs * 2 ** Math.min(doublings, reads), longestMs);
}

/**
 * Returns the mark for the answer to a wait that ended before the work. After a full wait the next one is twice as
 * long. After a missed answer, waits stay short, unless the host's limit is certain.
 *
 * @param plan The host's plan, without the tool's own limit.
 */
export function nextMark(
  { firstMs, isCertain, reads }: WaitPlan,
  { answers, doublings }: WaitMark,
  {
    budgetMs,
    isWhole,
    hasMissed,
  }: {
    readonly budgetMs: number;
    readonly isWhole: boolean;
    /** The client has missed the answer before. */
    readonly hasMissed: boolean;
  },
): WaitMark {
  const isShort = !isCertain && (hasMissed || doublings === 'short');
  if (isShort) return { answers: answers + 1, doublings: 'short' };
  if (hasMissed || !isWhole || doublings === 'short') return { answers: answers + 1, doublings };
  const grown = Math.max(0, Math.floor(Math.log2((2 * budgetMs) / firstMs)));
  return { answers: answers + 1, doublings: Math.min(reads, grown) };
}

/**
 * Returns true if the model is told to stop: its framework would not allow many more reads. The first call does not
 * count as a read.
 */
export function isHandedOver({ reads }: WaitPlan, { answers }: WaitMark): boolean {
  return answers > reads;
}
