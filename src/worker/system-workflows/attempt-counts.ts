import type { AttemptCount } from '../../core/event/event-delivery.js';

const MINUTE_MS = 60_000;
/** Length of the window, in minutes. */
const WINDOW = 60;
const MIN_ATTEMPTS = 100;
const MAX_FAILED_SHARE = 0.95;

/** Adds attempts to the counts of the last hour, and drops older counts. */
export function countAttempts(
  counts: readonly AttemptCount[],
  { made, failed }: Pick<AttemptCount, 'made' | 'failed'>,
  nowMs: number,
): readonly AttemptCount[] {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const recent = counts.filter((one) => one.minute > minute - WINDOW);
  const last = recent.at(-1);
  if (last?.minute !== minute) return [...recent, { minute, made, failed }];
  const sum = { minute, made: last.made + made, failed: last.failed + failed };
  return [...recent.slice(0, -1), sum];
}

/**
 * Returns true if more than 95 % of at least 100 attempts in the last hour have failed. A number of failures in a row
 * is no such measure (SEP-3415 › Suspension).
 */
export function isHopeless(counts: readonly AttemptCount[]): boolean {
  const made = counts.reduce((sum, one) => sum + one.made, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  return made >= MIN_ATTEMPTS && failed > made * MAX_FAILED_SHARE;
}
