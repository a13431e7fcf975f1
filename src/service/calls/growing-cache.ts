import { LRUCache } from 'lru-cache';

interface CacheOptions<V> {
  /** Entries that it keeps. The one used longest ago goes first. */
  readonly max: number;
  /** Time that an entry is kept; the default is for ever. */
  readonly ttlMs?: number;
  /** Gets each entry that leaves the cache, with the reason. */
  readonly dispose?: LRUCache.Disposer<string, V>;
}

/**
 * A cache that takes memory as it fills. `max` of `LRUCache` takes all of it at once: 2 ms for 10,000 entries, and a
 * stdio server makes fifteen caches before its first answer.
 */
export function growingCache<V extends object | string | number | true>({
  max,
  ttlMs,
  dispose,
}: CacheOptions<V>): LRUCache<string, V> {
  return new LRUCache({
    maxSize: max,
    sizeCalculation: () => 1,
    ...(ttlMs && { ttl: ttlMs }),
    ...(dispose && { dispose }),
  });
}
