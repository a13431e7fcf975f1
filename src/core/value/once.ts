/** Makes a value at the first call, and returns the same one at each later call. A failure is kept, too. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => (made ??= make());
}
