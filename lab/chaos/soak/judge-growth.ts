import { type Measure, MEASURES, type Sample } from './sample.js';

/** How much may be added from the first sample that counts to the last: a share of what there was, or so much. */
interface Tolerance {
  readonly share: number;
  readonly floor: number;
}

const TOLERANCES: Readonly<Record<Measure, Tolerance>> = {
  heapMb: { share: 0.1, floor: 4 },
  // The allocator keeps pages for later.
  rssMb: { share: 0.15, floor: 30 },
  // How much is under way differs from moment to moment.
  handles: { share: 0.2, floor: 100 },
  sockets: { share: 0.2, floor: 30 },
  listeners: { share: 0.2, floor: 150 },
  warnings: { share: 0, floor: 0 },
};
/** Until then code is compiled and caches fill. */
const WARM_UP_SHARE = 0.25;
/** A slope is one for certain when it is so many times its standard error above nothing. */
const CERTAIN = 2;
/** A server keeps what it has read of ended tasks: of so many, about 2 KB each. */
const MOST_CACHED_TASKS = 10_000;
const CACHED_TASK_MB = 0.003;
const MEMORY: readonly Measure[] = ['heapMb', 'rssMb'];
const MS_PER_HOUR = 3_600_000;
/** Fewer show no line. */
export const MIN_SAMPLES = 8;

/** What became of one measure. */
export interface Growth {
  readonly measure: Measure;
  /** By the line through the samples, at the first that counts and at the last. */
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

/** The line with the least squares of errors. */
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
 * Whether each measure stayed what it was, by a line through the samples after the warm-up.
 *
 * @param endedTasks How many tasks have ended meanwhile: what is kept of them is no leak, and bounded.
 * @throws {RangeError} When there are fewer than {@link MIN_SAMPLES} after the warm-up.
 */
export function judgeGrowth(samples: readonly Sample[], endedTasks = 0): Growth[] {
  const counting = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  if (counting.length < MIN_SAMPLES) {
    throw new RangeError(`${counting.length} samples show no line: soak for longer.`);
  }
  const cacheMb = CACHED_TASK_MB * Math.min(endedTasks, MOST_CACHED_TASKS);
  return MEASURES.map((measure) => judge(measure, counting, cacheMb));
}
