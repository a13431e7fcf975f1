import { countOf } from '../../core/value/number-words.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in milliseconds as people say it, in its largest unit: `5 minutes`. `browser/live.mjs` says it so, too. */
export function toDurationWords(ms: number): string {
  if (ms < 2 * SECOND_MS) return 'a moment';
  if (ms < MINUTE_MS) return countOf(Math.floor(ms / SECOND_MS), 'second');
  if (ms < HOUR_MS) return countOf(Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return countOf(Math.floor(ms / HOUR_MS), 'hour');
  return countOf(Math.floor(ms / DAY_MS), 'day');
}
