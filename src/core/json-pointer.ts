/** A place in a JSON value as a JSON Pointer (RFC 6901): `/items/0/sku`; `''` is the value as a whole. */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
