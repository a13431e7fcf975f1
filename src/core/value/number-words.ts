/** Numbers as people write them. Plain code, since Workflows use it, whose sandbox may have no locales. */

/** Whole numbers have commas from this one on. */
const GROUPED_FROM = 10_000;

/** A number with its thousands apart: `1,000,000`. */
export function toDigits(value: number): string {
  if (!Number.isSafeInteger(value) || Math.abs(value) < GROUPED_FROM) return String(value);
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** How many of a thing, in words: `1 choice`, `2 choices`. */
export function countOf(count: number, thing: string): string {
  return `${toDigits(count)} ${thing}${count === 1 ? '' : 's'}`;
}
