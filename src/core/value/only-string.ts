/** Reads a member that anybody may have written: `undefined` unless it is a string. */
export function onlyString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
