import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Returns true in `share` per cent of calls. */
  percent(share: number): boolean;
  /** @throws {RangeError} If there are no items. */
  pick<T>(items: readonly T[]): T;
  /** Returns the items in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** An odd number with well-spread bits, so that the streams of a seed are independent. */
const SPREAD = 0x9e_37_79_b1;

/**
 * @param seed Any whole number.
 * @param stream Selects an independent stream of the seed: draws from one stream don't change another.
 */
export function createRandom(seed: number, stream = 0): Random {
  const generator = mersenne(seed ^ Math.imul(stream, SPREAD));
  const int = (min: number, max: number): number => uniformInt(generator, min, max);
  const pick = <T>(items: readonly T[]): T => {
    const [item] = items.slice(items.length > 0 ? int(0, items.length - 1) : 0);
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  return {
    int,
    percent: (share) => int(1, 100) <= share,
    pick,
    shuffle: (items) => {
      const rest = [...items];
      return items.flatMap(() => rest.splice(int(0, rest.length - 1), 1));
    },
  };
}
