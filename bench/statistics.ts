/** What is told of a series of measurements, in milliseconds. */
export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * The value that `percent` per cent of the samples do not exceed, by nearest rank.
 *
 * @throws {RangeError} When there are no samples.
 */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There are no samples.');
  return value;
}

/** Summarises a series of measurements. */
export function summarize(samples: readonly number[]): Summary {
  return { count: samples.length, p50: percentile(samples, 50), p99: percentile(samples, 99) };
}
