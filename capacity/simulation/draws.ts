import { createRandom } from '../../chaos/plan/random.js';

const LARGEST = 2 ** 31 - 1;

/** Random draws of a simulation: the same for the same seed. */
export interface Draws {
  /** At least 0, below 1. */
  share(): number;
  /** From an exponential distribution. */
  exponential(mean: number): number;
  /** One of the two whole numbers next to a number, so that it comes out on average. */
  whole(mean: number): number;
}

/** @param seed Any whole number. */
export function createDraws(seed: number): Draws {
  const random = createRandom(seed);
  const share = (): number => random.int(0, LARGEST - 1) / LARGEST;
  return {
    share,
    exponential: (mean) => -Math.log(1 - share()) * mean,
    whole: (mean) => Math.floor(mean) + (share() < mean % 1 ? 1 : 0),
  };
}
