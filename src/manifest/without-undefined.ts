/** The members of a value that are not `undefined`, so that they can be spread over others. */
export type Given<T extends object> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Leaves out members that are `undefined`. */
export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined),
  ) as Given<T>;
}

/** A group of a tool, with that of `defaults` for each key that it does not have. */
export function mergeGroup<T extends object>(common: T | undefined, own: T | undefined): T {
  return { ...common, ...(own && withoutUndefined(own)) } as T;
}
