/** Numbers and durations as people write them. Uses no locales: the Workflow sandbox may lack them. */

/** Whole numbers from this one on have commas. */
const GROUPED_FROM = 10_000;

/** A number with commas between thousands: `1,000,000`. */
export function toDigits(value: number): string {
  if (!Number.isSafeInteger(value) || Math.abs(value) < GROUPED_FROM) return String(value);
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** A count in words: `1 choice`, `2 choices`. */
export function countOf(count: number, thing: string): string {
  return `${toDigits(count)} ${thing}${count === 1 ? '' : 's'}`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DURATION = /^(-?\d*\.?\d+) *([a-z]*)$/i;
const MAX_DURATION_LENGTH = 100;
/** Spellings of each unit. Durations are written in the units that have a word. */
const UNITS: readonly (readonly [names: RegExp, ms: number, word?: string])[] = [
  [/^(ms|msecs?|milliseconds?|)$/i, 1],
  [/^(s|secs?|seconds?)$/i, SECOND_MS, 'second'],
  [/^(m|mins?|minutes?)$/i, MINUTE_MS, 'minute'],
  [/^(h|hrs?|hours?)$/i, HOUR_MS, 'hour'],
  [/^(d|days?)$/i, DAY_MS, 'day'],
  [/^(w|weeks?)$/i, 7 * DAY_MS],
  [/^(y|yrs?|years?)$/i, 365.25 * DAY_MS],
];

/** The milliseconds of a duration in the notation of Temporal's SDK (`30s`, `2 days`); `NaN` for any other text. */
export function parseDuration(text: string): number {
  if (text.length > MAX_DURATION_LENGTH) return Number.NaN;
  const [, count, unit = ''] = DURATION.exec(text) ?? [];
  const [, ms = Number.NaN] = UNITS.find(([names]) => names.test(unit)) ?? [];
  return Number(count) * ms;
}

/** A duration in its largest unit, rounded down: `5 minutes`. */
export function toDurationWords(ms: number): string {
  const [, size = 1, word] = UNITS.findLast(([, unitMs, name]) => name && unitMs <= ms) ?? [];
  return word === undefined ? `${ms} ms` : countOf(Math.floor(ms / size), word);
}
