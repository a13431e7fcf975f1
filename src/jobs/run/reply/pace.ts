/** Times until the next call of a service, in milliseconds. */
import { readRetryAfter, toServiceMs } from '../../../transport/outgoing/retry-after.js';
import { toClock } from '../../contract/job-clock.js';
import type { JobSpec } from '../../contract/job-spec.js';

type Headers = Readonly<Record<string, string>>;

/** A service cannot ask for a longer wait. */
const MAX_WAIT_MS = 60 * 60_000;
const GROWTH = 1.5;
/** Waits differ by up to a tenth, so that tasks which began together do not call together. */
const JITTER = 0.1;
/** Larger numbers in a header of a rate limit are a time, smaller ones a wait (both in seconds). */
const FIRST_EPOCH_SECONDS = 1_000_000_000;
/** Even larger ones are a time in milliseconds. */
const FIRST_EPOCH_MS = 1_000_000_000_000;
/** A longer wait is told with the time of its end. */
const LONG_WAIT_MS = 60_000;

/** True if a service says that it takes no further call for now. */
export function isUsedUp(headers: Headers): boolean {
  return (headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'])?.trim() === '0';
}

function readReset(headers: Headers, nowMs: number): number | undefined {
  const text = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  if (text === undefined || !isUsedUp(headers)) return undefined;
  const number = Number(text);
  if (number > FIRST_EPOCH_MS) return number - nowMs;
  if (number > FIRST_EPOCH_SECONDS) return number * 1000 - nowMs;
  return Number.isNaN(number) ? Date.parse(text) - nowMs : number * 1000;
}

/** The wait that a reply asks for, by `Retry-After` or by a used up rate limit. A time of the past means now. */
export function readWait(headers: Headers, nowMs = Date.now()): number | undefined {
  const waits = [readRetryAfter(headers, nowMs), readReset(headers, toServiceMs(headers, nowMs))];
  const waitMs = waits.find((wait) => Number.isFinite(wait));
  return waitMs === undefined ? undefined : Math.min(Math.max(waitMs, 0), MAX_WAIT_MS);
}

/** Says when a service is asked again, if it has asked for a long wait. */
export function describeWait(waitMs: number, askedMs = 0, nowMs = Date.now()): string | undefined {
  if (Math.min(waitMs, askedMs) <= LONG_WAIT_MS) return undefined;
  return `The service has asked for a pause: it is asked again at ${toClock(nowMs + waitMs)}.`;
}

/**
 * The interval before a further attempt.
 *
 * @param attempt The number of attempts so far.
 */
export function toInterval({ from, to }: JobSpec['pollEvery'], attempt: number): number {
  const grown = Math.min(from * GROWTH ** Math.min(attempt - 1, 100), to);
  return Math.round(grown * (1 - JITTER + 2 * JITTER * Math.random()));
}
