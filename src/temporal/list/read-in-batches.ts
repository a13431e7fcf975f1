/** Default number of concurrent reads. More would be no quicker on a small Temporal Service. */
const READS_AT_ONCE = 8;

function* eachOf<Item>(items: readonly Item[]): Generator<[number, Item]> {
  yield* items.entries();
}

/**
 * Reads many items, a few at a time, and keeps their order. It leaves out `undefined` results. After a failure, it
 * begins no further read.
 *
 * @param atOnce Default: 8.
 */
export async function readInBatches<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result | undefined>,
  atOnce = READS_AT_ONCE,
): Promise<Result[]> {
  const all: (Result | undefined)[] = [];
  // All loops share this generator. A loop that throws closes it for all of them.
  const left = eachOf(items);
  const readOn = async (): Promise<void> => {
    for (const [index, item] of left) all[index] = await read(item);
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return all.filter((result) => result !== undefined);
}
