const DIGITS = 3;

/** A number with three digits that say something, and commas. */
export function toNumber(value: number): string {
  if (value === 0) return '0';
  const rounded = Number(value.toPrecision(DIGITS));
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: DIGITS });
}

/** A whole number, in full. */
export function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A part of everything as a percentage, or so many times everything. */
export function toPercent(share: number): string {
  if (share === 0) return '0';
  if (share < 0.001) return '< 0.1 %';
  return share > 1 ? `${toNumber(share)} times` : `${(share * 100).toFixed(1)} %`;
}

/** Seconds, given milliseconds. */
export function toSeconds(ms: number): string {
  return `${toNumber(ms / 1_000)} s`;
}

/** One of sorted values, below which this part of them lies; `undefined` when there are none. */
export function toQuantile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
}
