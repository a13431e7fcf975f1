/** Date and time with a zone. `Date.parse` alone accepts many other formats. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** The last moment of the year 9999, in milliseconds since the epoch. */
const LAST_MS = 253_402_300_799_999;

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** Reads a member that anybody may have written: `undefined` unless it is an instant. */
export function onlyInstant(value: unknown): string | undefined {
  return isInstant(value) ? value : undefined;
}

/** Writes milliseconds since the epoch as ISO 8601 in UTC; `undefined` outside the years 1970 to 9999. */
export function toInstant(ms: number): string | undefined {
  return ms >= 0 && ms <= LAST_MS ? new Date(ms).toISOString() : undefined;
}

/** Returns the latest of the instants that are known; `undefined` if none is. */
export function newestInstant(instants: readonly (string | undefined)[]): string | undefined {
  const known = instants.filter((instant) => instant !== undefined);
  return known.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}
