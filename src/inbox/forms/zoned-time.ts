/** Converts dates with times between browsers' pickers (without a zone) and workflows (RFC 3339). */

/** Matches the value of a picker: `2026-11-22T09:30`, with seconds if they are not 0. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?$/;
const MAX_ZONE_LENGTH = 64;
const MINUTE_MS = 60_000;

/** The time zone of fields in a page without a script. */
export const UTC = 'UTC';

/** Returns true for the name of a time zone: `Europe/Vienna`. */
export function isZone(text: string): boolean {
  if (text.length > MAX_ZONE_LENGTH) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time of a moment in a zone, as if it were UTC, in milliseconds. */
function toClockMs(atMs: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = [
    ...(['year', 'month', 'day', 'hour', 'minute', 'second'] as const),
  ].map((type) => Number(parts.get(type)));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetMinutes(atMs: number, zone: string): number {
  const wholeMs = Math.floor(atMs / 1000) * 1000;
  return Math.round((toClockMs(wholeMs, zone) - wholeMs) / MINUTE_MS);
}

function toOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Adds the zone's offset at that time to the value of a picker: `2026-11-22T09:30:00+01:00`. Any other text stays as it
 * is. A time that clocks skip gets the offset from before the change. A time that clocks show twice means the first
 * one.
 */
export function withZone(text: string, zone: string): string {
  const [, date, time, seconds = ':00'] = LOCAL.exec(text) ?? [];
  if (date === undefined || time === undefined) return text;
  const clockMs = Date.parse(`${date}T${time}${seconds}Z`);
  if (Number.isNaN(clockMs)) return text;
  const before = offsetMinutes(clockMs - 24 * 60 * MINUTE_MS, zone);
  const first = clockMs - before * MINUTE_MS;
  const isRight = offsetMinutes(first, zone) === before;
  const offset = isRight
    ? before
    : offsetMinutes(clockMs - offsetMinutes(first, zone) * MINUTE_MS, zone);
  return `${date}T${time}${seconds}${toOffset(offset)}`;
}

/** Returns a moment as the value of a picker, in a zone. Any other text stays as it is. */
export function toPickerValue(text: string, zone: string): string {
  const atMs = /(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) return text;
  const clock = new Date(toClockMs(atMs, zone)).toISOString();
  return clock.endsWith(':00.000Z') ? clock.slice(0, 16) : clock.slice(0, 19);
}
