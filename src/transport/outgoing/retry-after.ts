/**
 * The time that a `Retry-After` header asks to wait, in milliseconds: seconds or a date (RFC 9110, 10.2.3). It is
 * negative for a date of the past.
 *
 * @returns `undefined` for a missing or unreadable header.
 */
export function readRetryAfter(text: string | undefined, nowMs = Date.now()): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : waitMs;
}
