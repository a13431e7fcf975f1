import { LRUCache } from 'lru-cache';

interface CacheOptions {
  /** The least recently used entry is dropped first. */
  readonly max: number;
  /** Lifetime of an entry, in milliseconds. Default: unlimited. */
  readonly ttlMs?: number | undefined;
}

/**
 * A cache whose memory grows with its entries. `LRUCache` with `max` allocates all of it at once: 2 ms for 10,000
 * entries. A stdio server creates fifteen caches before its first answer.
 */
export function growingCache<V extends object | string | number | true>({
  max,
  ttlMs,
}: CacheOptions): LRUCache<string, V> {
  return new LRUCache({
    maxSize: max,
    sizeCalculation: () => 1,
    // 0: unlimited.
    ttl: ttlMs ?? 0,
  });
}
