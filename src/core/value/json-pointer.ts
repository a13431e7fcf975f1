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

/** Follows a JSON Pointer. Returns `undefined` if it leads nowhere. */
export function followPointer(root: unknown, pointer: string): unknown {
  return fromJsonPointer(pointer).reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (Reflect.get(part, name) as unknown)
        : undefined,
    root,
  );
}

/** Decodes the fragment of a URI. Returns `undefined` if it is not percent-encoded as URIs are. */
export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** Follows a reference such as `#/$defs/id`. Returns `undefined` for others, and for one that leads nowhere. */
export function followReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
  const pointer = decodeFragment(reference.slice(1));
  return pointer === undefined ? undefined : followPointer(root, pointer);
}
