/** Computes how long a call, or a read of a task, waits before it is answered with a handle. Pure. */
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { CallRequest } from '../tool.js';

import { findHostLimit, type HostTimes, type HostWaits } from './host-limits.js';
import type { LearnedWaits, WaitingClient } from './learned-waits.js';
import type { WaitMark } from './wait-mark.js';

export interface AnswerBudgets {
  /** Configured times in milliseconds, by the host's name in lower case. They take precedence over known times. */
  readonly byHost: ReadonlyMap<string, number>;
  /** The time limits of known hosts. */
  readonly times: HostTimes;
  /** The waiting times that clients have shown. */
  readonly learned: LearnedWaits;
}

/** The waits for one task, from configured and known times. */
export interface WaitPlan {
  /** The first wait, in milliseconds. */
  readonly firstMs: number;
  /** Maximum time to which waits grow, in milliseconds. Equals `firstMs` for a configured time. */
  readonly longestMs: number;
  /** Maximum time of waits, in milliseconds, for a client that has shown that it waits so long. */
  readonly longestHeldMs: number;
  /** Minimum time, in milliseconds, to which a client's limit can shorten waits. */
  readonly shortestMs: number;
  /** Reads before the model is told to stop. */
  readonly reads: number;
}

/** Waiting times that a client has shown in earlier waits, in milliseconds. */
export interface ShownWaits {
  /** The client gives up after this time. Absent: no limit is known. */
  readonly limitMs?: number | undefined;
  /** The client has waited for this long in this session. Absent: unknown. */
  readonly heldMs?: number | undefined;
}

/**
 * Plans the waits for a task. A configured time is fixed: the tool's time for its call, otherwise the host's time.
 * Without one, waits begin with the known time of the host. Some hosts wait longer with progress.
 */
export function planWaits(
  { answerWithinMs }: Pick<ToolDefinition, 'answerWithinMs'>,
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
  const name = clientName?.toLowerCase() ?? '';
  const known = findHostLimit(times, clientName);
  const host: Omit<HostWaits, 'reads'> = known ?? unknown;
  const bounds = { shortestMs, reads: known?.reads ?? unknown.reads };
  const configuredMs = answerWithinMs ?? byHost.get(name);
  if (configuredMs !== undefined) {
    const fixed = { firstMs: configuredMs, longestMs: configuredMs, longestHeldMs: configuredMs };
    return { ...bounds, ...fixed };
  }
  const extendedMs = progressToken === undefined ? undefined : host.answerWithinWithProgressMs;
  const firstMs = extendedMs ?? host.answerWithinMs;
  const longestMs = Math.max(firstMs, host.growsToMs ?? times.longestMs);
  return { ...bounds, firstMs, longestMs, longestHeldMs: known ? longestMs : times.longestMs };
}

/**
 * Returns the maximum time of a wait, in milliseconds. It doubles as often as the mark says, is at least the time that
 * the client has shown to wait, and stays below the client's limit.
 */
export function waitMs(
  { firstMs, longestMs, longestHeldMs, reads }: WaitPlan,
  { doublings }: Pick<WaitMark, 'doublings'>,
  { limitMs = Infinity, heldMs = 0 }: ShownWaits = {},
): number {
  const grownMs = firstMs * 2 ** Math.min(doublings, reads);
  return Math.min(Math.max(Math.min(grownMs, longestMs), heldMs), longestHeldMs, limitMs);
}

/**
 * Returns the mark for the answer to a wait that ended before the work. After a full wait the next one is twice as
 * long, up to the client's known limit.
 *
 * @param plan The host's plan, without the tool's own limit.
 */
export function nextMark(
  { firstMs, reads }: WaitPlan,
  { answers, doublings }: WaitMark,
  {
    budgetMs,
    isWhole,
    limitMs = Infinity,
  }: ShownWaits & {
    readonly budgetMs: number;
    readonly isWhole: boolean;
  },
): WaitMark {
  const nextMs = Math.min(2 * budgetMs, limitMs);
  const grown = Math.min(reads, Math.max(0, Math.floor(Math.log2(nextMs / firstMs))));
  return { answers: answers + 1, doublings: isWhole ? grown : doublings };
}

/**
 * Returns true if the model is told to stop: its framework would not allow many more reads. The first call does not
 * count as a read.
 */
export function isHandedOver({ reads }: WaitPlan, { answers }: WaitMark): boolean {
  return answers > reads;
}

/** Returns the time of a wait that does not grow and reports no progress, in milliseconds. */
export function firstWaitMs(
  given: Pick<ToolDefinition, 'answerWithinMs'>,
  client: WaitingClient,
  budgets: AnswerBudgets,
): number {
  const { clientName } = client;
  const plan = planWaits(given, { progressToken: undefined }, { clientName, budgets });
  const { limitMs } = budgets.learned.shownBy(client, performance.now());
  return waitMs(plan, { doublings: 0 }, { limitMs });
}
