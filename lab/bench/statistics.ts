/** A value with the interval that holds it in 95 of 100 runs. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Number of bootstrap samples: enough for two digits of an interval. */
const DRAWS = 2_000;
/** Share of samples outside an interval on each side, in per cent. */
const TAIL_PERCENT = 2.5;
/** A fixed seed, so that equal samples give equal intervals. */
const SEED = 0x9e3779b9;

/**
 * Returns a percentile of the samples, by nearest rank.
 *
 * @throws {RangeError} If there are no samples.
 */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There are no samples.');
  return value;
}

/**
 * Returns the median of the samples. For an even number of samples, it is the mean of the middle two.
 *
 * @throws {RangeError} If there are no samples.
 */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There are no samples.');
  return (lower + upper) / 2;
}

/** @throws {RangeError} If there are no samples. */
export function mean(samples: readonly number[]): number {
  if (samples.length === 0) throw new RangeError('There are no samples.');
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

/** Makes pseudo-random numbers from 0 to below 1 by mulberry32, which is small and good enough for sampling. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns the median with a 95 % interval by bootstrap (percentiles of the medians of resamples).
 *
 * @throws {RangeError} If there are no samples.
 */
export function estimateMedian(samples: readonly number[]): Estimate {
  const value = median(samples);
  const random = createRandom(SEED);
  const medians = Array.from({ length: DRAWS }, () =>
    median(samples.map(() => samples[Math.floor(random() * samples.length)] ?? value)),
  );
  return {
    value,
    low: percentile(medians, TAIL_PERCENT),
    high: percentile(medians, 100 - TAIL_PERCENT),
  };
}
