/**
 * The formats of form fields and of arguments, each checked in one pass over the text. Checks must not backtrack: the
 * Workflow checks answers, too, and a check of more than a second would fail the Workflow Task again and again.
 */

/** RFC 5321: 64 for the local part, `@`, and 255 for the domain. */
const MAX_EMAIL_LENGTH = 320;
/** Longer than any meaningful date and time with a fraction of a second. */
const MAX_DATE_TIME_LENGTH = 64;

const WHITESPACE = /\s/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A zone and seconds may be missing, as people and Workers leave them out. */
const TIME = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:[Zz]|[+-](\d{2}):?(\d{2}))?$/;

/** A text, one `@`, and a text with a dot inside; no blanks. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  const domain = text.slice(at + 1);
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    at > 0 &&
    !domain.includes('@') &&
    domain.slice(1, -1).includes('.') &&
    !WHITESPACE.test(text)
  );
}

/** A scheme, `:`, and a text without blanks. */
function isUri(text: string): boolean {
  const colon = text.indexOf(':');
  return (
    SCHEME.test(text.slice(0, Math.max(colon, 0))) &&
    colon + 1 < text.length &&
    !WHITESPACE.test(text)
  );
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** A day of the calendar: `2026-02-28`. */
function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hours = 0, minutes = 0, seconds = 0, zoneHours = 0, zoneMinutes = 0] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0));
  // RFC 3339 has leap seconds.
  return hours < 24 && minutes < 60 && seconds <= 60 && zoneHours < 24 && zoneMinutes < 60;
}

/** A date, `T` or a blank, and a time, as people and Workers write it: `2026-02-28 09:00`. */
export function isWrittenDateTime(text: string): boolean {
  return (
    text.length <= MAX_DATE_TIME_LENGTH &&
    isDate(text.slice(0, 10)) &&
    /^[Tt ]$/.test(text.slice(10, 11)) &&
    isTime(text.slice(11))
  );
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?\d*)?([Zz]|[+-]\d{2}:?\d{2})$/;
const LEAP_SECOND = '60';
const SECOND_MS = 1_000;

/**
 * Writes a date with its time and zone as every program reads it, from what people write: small letters, a blank, no
 * seconds, a leap second. `undefined` without a zone, which gives no sure moment.
 */
export function readInstant(text: string): string | undefined {
  const [, date, time = '', seconds = '00', fraction = '', zone = ''] = INSTANT.exec(text) ?? [];
  if (date === undefined || !isWrittenDateTime(text)) return undefined;
  const offset = zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2');
  if (seconds !== LEAP_SECOND) return `${date}T${time}:${seconds}${fraction}${offset}`;
  return new Date(Date.parse(`${date}T${time}:59${offset}`) + SECOND_MS).toISOString();
}

/** RFC 3339: with seconds and a zone, so that each program reads the same moment. */
const RFC_3339 = /^.{10}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

function isDateTime(text: string): boolean {
  return isWrittenDateTime(text) && RFC_3339.test(text);
}

/**
 * The formats of what programs write. What people write is made to fit by {@link readInstant}, or by the zone of their
 * browser.
 */
export const TEXT_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  'date-time': isDateTime,
};

/** Descriptions of formats, as phrases after "must be". */
export const FORMAT_WORDS: Readonly<Record<string, string>> = {
  email: 'an e-mail address, such as ada@example.com',
  uri: 'an address, such as https://example.com/page',
  date: 'a date, such as 2026-02-28',
  'date-time': 'a date with its time and zone, such as 2026-02-28T09:30:00Z',
};
