import type { Violation } from '../../../core/errors.js';
import { soleNameIn } from '../../../core/mapping/argument-template.js';
import type { ArgumentValue } from '../../../core/tool/workflow-start.js';
import { isInstant } from '../../../core/value/instant.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { ownMember } from '../../../core/value/members.js';
import { parseDuration } from '../../../core/value/number-words.js';
import type { Params } from '../../../core/value/request-params.js';

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
 * Returns the delay of a call. An argument sets it as a duration (`30 minutes`), in milliseconds, or as an instant
 * (ISO 8601 with a zone). A missing argument or a past instant means no delay.
 */
export function toStartDelayMs(
  delay: number | ArgumentValue,
  input: Params,
  nowMs: number,
): StartDelay {
  if (typeof delay === 'number') return { delayMs: delay, violations: [] };
  const name = soleNameIn(delay) ?? '';
  const value = ownMember(input, name) ?? 0;
  const delayMs = parseDelay(value, nowMs);
  if (delayMs >= 0 && delayMs <= MAX_DELAY_MS) {
    return { delayMs: Math.floor(delayMs), violations: [] };
  }
  const message =
    'says when to start: write a duration ("30 minutes"), a number of milliseconds, or a date and time with a zone ("2026-12-01T09:00:00Z"), at most a year away';
  return { delayMs: 0, violations: [{ path: toJsonPointer([name]), message }] };
}
