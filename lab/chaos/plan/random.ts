import { mersenne, unsafeUniformIntDistribution } from 'pure-rand';

/** Numbers that look random, and are the same for the same seed. */
export interface Random {
  /** A whole number from `min` to `max`, both of which may come. */
  int(min: number, max: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  /** @throws {RangeError} When there is nothing to pick from. */
  pick<T>(items: readonly T[]): T;
  /** The same items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** An odd number with its bits well spread, so that the streams of one seed have nothing in common. */
const SPREAD = 0x9e_37_79_b1;

/**
 * @param seed Any whole number.
 * @param stream One seed has as many independent streams as are wanted: what is drawn from one changes no other.
 */
export function createRandom(seed: number, stream = 0): Random {
  const generator = mersenne(seed ^ Math.imul(stream, SPREAD));
  const int = (min: number, max: number): number =>
    unsafeUniformIntDistribution(min, max, generator);
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
