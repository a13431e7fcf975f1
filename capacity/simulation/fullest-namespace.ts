import type { Draws } from './draws.js';

/** Beyond this many, owners are not drawn one by one. */
const MOST_DRAWN = 200_000;

/**
 * Gives each owner a namespace by a hash.
 *
 * @returns The part of all owners that the fullest namespace has.
 */
export function toFullestShare(owners: number, namespaces: number, draws: Draws): number {
  const count = Math.max(Math.round(owners), 1);
  if (count > MOST_DRAWN) {
    // So many are distributed normally, and the greatest of n is about this far from the mean.
    const mean = count / namespaces;
    return Math.min((mean + Math.sqrt(2 * Math.log(namespaces) * mean)) / count, 1);
  }
  const counts = new Array<number>(namespaces).fill(0);
  for (let owner = 0; owner < count; owner += 1) {
    const index = Math.floor(draws.share() * namespaces);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return Math.max(...counts) / count;
}
