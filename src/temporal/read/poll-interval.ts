import type { TaskProgress } from '../../core/contract/contract.js';

/** Share of the quiet time by which an interval grows. So a poll notices a change at most 2 % late. */
const SHARE_OF_QUIET = 0.02;
/** Maximum interval, in milliseconds, unless the tool sets a longer one. */
const MAX_INTERVAL_MS = 60_000;
/** Share of the work's estimated rest after which the next poll comes. */
const SHARE_OF_REST = 0.25;

export interface PollFacts {
  /** The tool's shortest interval, in milliseconds. */
  readonly pollIntervalMs: number;
  /** ISO 8601, like all instants of this file. */
  readonly createdAt: string;
  /** Time of the last change of the status. */
  readonly lastUpdatedAt: string;
  readonly progress?: TaskProgress | undefined;
  readonly cancelRequested: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Estimates the rest of the work from its pace so far, in milliseconds; `undefined` without progress. */
function estimateRestMs(progress: TaskProgress | undefined, ageMs: number): number | undefined {
  if (progress?.total === undefined || progress.progress <= 0) return undefined;
  return (Math.max(progress.total - progress.progress, 0) / progress.progress) * ageMs;
}

/**
 * Calculates the interval for a client's next poll. It is short after a creation or a change, and longer in quiet
 * times. It is short again before an expected end, by progress or after a cancellation.
 *
 * @returns A whole multiple of the tool's own interval, in milliseconds.
 */
export function toPollIntervalMs(facts: PollFacts): number {
  const { pollIntervalMs: shortestMs, createdAt, lastUpdatedAt, cancelRequested, nowMs } = facts;
  if (cancelRequested) return shortestMs;
  const ageMs = Math.max(nowMs - Date.parse(createdAt), 0);
  const quietMs = Math.min(Math.max(nowMs - Date.parse(lastUpdatedAt), 0), ageMs);
  const grownMs = Math.min(quietMs * SHARE_OF_QUIET, MAX_INTERVAL_MS);
  const restMs = estimateRestMs(facts.progress, ageMs);
  const wantedMs = Math.min(grownMs, restMs === undefined ? Infinity : restMs * SHARE_OF_REST);
  return shortestMs * Math.max(Math.floor(wantedMs / shortestMs), 1);
}
