import type { TaskProgress } from '../../core/contract.js';

/** By how much of the time in which nothing has happened an interval grows: somebody who looks at it loses 2 % of that. */
const SHARE_OF_QUIET = 0.02;
/** Nobody is told to stay away for longer than this, in milliseconds, unless the tool says so. */
const MAX_INTERVAL_MS = 60_000;
/** Of the time that the rest of the work is likely to take, the part to wait before the next look. */
const SHARE_OF_REST = 0.25;

/** What an interval depends on. */
export interface PollFacts {
  /** As the tool says: the shortest interval. In milliseconds. */
  readonly pollIntervalMs: number;
  /** ISO 8601, as all instants here. */
  readonly createdAt: string;
  /** When the status last changed. */
  readonly lastUpdatedAt: string;
  readonly progress?: TaskProgress | undefined;
  readonly cancelRequested: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** How long the rest of the work takes if it goes on as before, in milliseconds; `undefined` when nobody can tell. */
function estimateRestMs(progress: TaskProgress | undefined, ageMs: number): number | undefined {
  if (progress?.total === undefined || progress.progress <= 0) return undefined;
  return (Math.max(progress.total - progress.progress, 0) / progress.progress) * ageMs;
}

/**
 * When a client that polls should look again: soon after a task was created or has changed, and more rarely the longer
 * nothing happens; but soon when it is about to end, by its progress or because it was cancelled.
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
