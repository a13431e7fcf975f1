/** Computes how long a call, or a read of a task, waits before it is answered with a handle. Pure. */
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { CallRequest } from '../tool.js';

import { findHostLimit, type HostTimes, type HostWaits } from './host-limits.js';
import type { LearnedWaits, WaitingClient } from './learned-waits.js';
import type { WaitMark } from './wait-mark.js';

export interface AnswerBudgets {
  /** Configured times in milliseconds, by the host's own name in lower case. They go before the known ones. */
  readonly byHost: ReadonlyMap<string, number>;
  /** Known of hosts. */
  readonly times: HostTimes;
  /** Shown by clients. */
  readonly learned: LearnedWaits;
}

/** The waits for one task, by configured and known times. */
export interface WaitPlan {
  /** The first wait, in milliseconds. */
  readonly firstMs: number;
  /** No wait grows longer, in milliseconds. The same as `firstMs` where that is configured. */
  readonly longestMs: number;
  /** No wait is longer, in milliseconds, of a client that has held one so long. */
  readonly longestHeldMs: number;
  /** Lower bound in milliseconds of waits that a client shortens, unless the first one is below. */
  readonly shortestMs: number;
  /** Reads before the model is told to stop. */
  readonly reads: number;
}

/** Waits that a client has shown before, in milliseconds. */
export interface ShownWaits {
  /** It does not wait for longer. Absent: it has shown none. */
  readonly limitMs?: number | undefined;
  /** It has waited for so long in this session. Absent: it has shown none. */
  readonly heldMs?: number | undefined;
}

/**
 * Plans the waits for a task. A configured time is fixed: that of the tool for its call, then that of the host. Other
 * waits begin with the known time of the host; some hosts wait longer with progress.
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
 * Time of a wait at most, in milliseconds: doubled as often as the mark says, at least as long as the client has
 * held, below its limit.
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
 * The mark in the answer to a wait without an end. After a full wait the next one is twice as long, unless the client
 * has shown that it waits no longer.
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
 * Returns true if the model is told to stop: its framework would not allow many more reads. The call itself is no
 * read.
 */
export function isHandedOver({ reads }: WaitPlan, { answers }: WaitMark): boolean {
  return answers > reads;
}

/** Time of a wait that does not grow and shows nothing meanwhile, in milliseconds. */
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
