import { type Measure, MEASURES, type Sample } from './sample.js';

/** Allowed growth after the warm-up: a share of the first value, or at least `floor`. */
interface Tolerance {
  readonly share: number;
  readonly floor: number;
}

const TOLERANCES: Readonly<Record<Measure, Tolerance>> = {
  heapMb: { share: 0.1, floor: 4 },
  // The allocator keeps free pages.
  rssMb: { share: 0.15, floor: 30 },
  // The number of open requests varies.
  handles: { share: 0.2, floor: 100 },
  sockets: { share: 0.2, floor: 30 },
  listeners: { share: 0.2, floor: 150 },
  warnings: { share: 0, floor: 0 },
};
/** Share of samples in which code is compiled and caches fill. */
const WARM_UP_SHARE = 0.25;
/** A slope counts as growth from this multiple of its standard error. */
const CERTAIN = 2;
/** The server caches at most this number of ended tasks, about 2 KB each. */
const MOST_CACHED_TASKS = 10_000;
const CACHED_TASK_MB = 0.003;
const MEMORY: readonly Measure[] = ['heapMb', 'rssMb'];
const MS_PER_HOUR = 3_600_000;
/** The smallest number of samples for a line. */
export const MIN_SAMPLES = 8;

/** The result of one measure. */
export interface Growth {
  readonly measure: Measure;
  /** `from` and `to`: values of the fitted line at the first and the last sample after the warm-up. */
  readonly from: number;
  readonly to: number;
  readonly perHour: number;
  readonly isFlat: boolean;
}

interface Line {
  readonly slope: number;
  readonly intercept: number;
  readonly slopeError: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Fits a line by least squares. */
function fit(xs: readonly number[], ys: readonly number[]): Line {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const sum = (toTerm: (x: number, y: number) => number): number =>
    xs.reduce((total, x, index) => total + toTerm(x, ys[index] ?? 0), 0);
  const spread = sum((x) => (x - meanX) ** 2);
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / spread;
  const intercept = meanY - slope * meanX;
  const error = sum((x, y) => (y - intercept - slope * x) ** 2) / (xs.length - 2);
  return { slope, intercept, slopeError: Math.sqrt(error / spread) };
}

function judge(measure: Measure, samples: readonly Sample[], cacheMb: number): Growth {
  const startedMs = samples[0]?.atMs ?? 0;
  const xs = samples.map(({ atMs }) => atMs - startedMs);
  const { slope, intercept, slopeError } = fit(
    xs,
    samples.map((sample) => sample[measure]),
  );
  const span = xs.at(-1) ?? 0;
  const { share, floor } = TOLERANCES[measure];
  const cached = MEMORY.includes(measure) ? cacheMb : 0;
  const isLarge = slope * span > Math.max(floor, share * intercept) + cached;
  const isCertain = slope > CERTAIN * slopeError;
  return {
    measure,
    from: intercept,
    to: intercept + slope * span,
    perHour: slope * MS_PER_HOUR,
    isFlat: !(isLarge && isCertain),
  };
}

/**
 * Judges the growth of each measure, by a line through the samples after the warm-up.
 *
 * @param endedTasks Number of ended tasks. The server's cache of ended tasks is bounded, so it is no leak.
 * @throws {RangeError} If there are fewer than {@link MIN_SAMPLES} after the warm-up.
 */
export function judgeGrowth(samples: readonly Sample[], endedTasks = 0): Growth[] {
  const counting = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  if (counting.length < MIN_SAMPLES) {
    throw new RangeError(`${counting.length} samples are too few for a line: soak for longer.`);
  }
  const cacheMb = CACHED_TASK_MB * Math.min(endedTasks, MOST_CACHED_TASKS);
  return MEASURES.map((measure) => judge(measure, counting, cacheMb));
}
