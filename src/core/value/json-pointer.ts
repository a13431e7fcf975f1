/** A place in a JSON value as a JSON Pointer (RFC 6901): `/items/0/sku`; `''` is the value as a whole. */
export function toJsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Names and indexes of a JSON Pointer. Digits count as an index in a list. */
export function fromJsonPointer(pointer: string): PropertyKey[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^(0|[1-9]\d*)$/.test(key) ? Number(key) : key));
}
