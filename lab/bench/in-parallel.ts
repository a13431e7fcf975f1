const AT_ONCE = 16;

/** Calls `act` with each item, `atOnce` at a time. Default: 16. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await act(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** Calls `act` `count` times, 16 at a time. */
export async function times<Result>(
  count: number,
  act: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return inParallel([...Array(count).keys()], act);
}
