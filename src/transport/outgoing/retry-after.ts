/** Headers of a reply, by lower-case name. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The time by the clock of the service that has replied, in milliseconds since the epoch. Default: by this machine's. */
export function toServiceMs({ date }: Headers, nowMs = Date.now()): number {
  const serviceMs = Date.parse(String(date));
  return Number.isNaN(serviceMs) ? nowMs : serviceMs;
}

/**
 * The time that the `Retry-After` of a reply asks to wait, in milliseconds: seconds or a date (RFC 9110, 10.2.3), by the
 * clock of the service. It is negative for a date of the past.
 *
 * @returns `undefined` for a missing or unreadable header.
 */
export function readRetryAfter(headers: Headers, nowMs = Date.now()): number | undefined {
  const text = headers['retry-after'];
  if (typeof text !== 'string') return undefined;
  const isWait = /^\d+$/.test(text);
  const waitMs = isWait ? Number(text) * 1000 : Date.parse(text) - toServiceMs(headers, nowMs);
  return Number.isNaN(waitMs) ? undefined : waitMs;
}
