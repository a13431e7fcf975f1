import type { Violation } from '../../../core/errors.js';
import { type Expression, type Scope, valueOf } from '../../../core/mapping/expression.js';
import { isInstant } from '../../../core/value/instant.js';
import { parseDuration } from '../../../core/value/number-words.js';

import { pathOfArgument } from './path-of-argument.js';

/** Maximum delay that an argument may set, in milliseconds. Use a Schedule for later starts. */
const MAX_DELAY_MS = 366 * 24 * 60 * 60_000;

export interface StartDelay {
  readonly delayMs: number;
  readonly violations: readonly Violation[];
}

/** Parses a delay in milliseconds; `NaN` for other values. */
function parseDelay(value: unknown, nowMs: number): number {
  if (typeof value === 'number') return value;
  if (isInstant(value)) return Math.max(Date.parse(value) - nowMs, 0);
  return typeof value === 'string' ? parseDuration(value) : Number.NaN;
}

/**
 * Returns the delay of a call. An expression gives it as a duration (`30 minutes`), in milliseconds, or as an instant
 * (ISO 8601 with a zone). No value and a past instant mean no delay.
 */
export async function toStartDelayMs(
  delay: number | Expression,
  scope: Scope,
  nowMs: number,
): Promise<StartDelay> {
  if (typeof delay === 'number') return { delayMs: delay, violations: [] };
  const value = (await valueOf(delay, scope)) ?? 0;
  const delayMs = parseDelay(value, nowMs);
  if (delayMs >= 0 && delayMs <= MAX_DELAY_MS) {
    return { delayMs: Math.floor(delayMs), violations: [] };
  }
  const message =
    'says when to start: write a duration ("30 minutes"), a number of milliseconds, or a date and time with a zone ("2026-12-01T09:00:00Z"), at most a year away';
  return { delayMs: 0, violations: [{ path: pathOfArgument(delay), message }] };
}
