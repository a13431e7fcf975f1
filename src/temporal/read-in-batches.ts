/** More at once were no quicker on a small Temporal Service. */
const READS_AT_ONCE = 8;

/**
 * Reads each of many, a few at a time, in their order. What is `undefined` is left out.
 *
 * @param atOnce Default: 8.
 */
export async function readInBatches<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result | undefined>,
  atOnce = READS_AT_ONCE,
): Promise<Result[]> {
  const all: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const batch = await Promise.all(items.slice(start, start + atOnce).map(read));
    all.push(...batch.filter((one) => one !== undefined));
  }
  return all;
}
