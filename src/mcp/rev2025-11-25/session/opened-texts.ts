import { LRUCache } from 'lru-cache';

import type { Sealer } from '../../../core/sealer.js';

type Opened = Awaited<ReturnType<Sealer['open']>>;

/** Time for which an opened text is cached, in milliseconds. A text serves up to this long after its expiry. */
const KEPT_MS = 60_000;
/** Maximum total length of the cached texts. Their content is about as long. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Opens sealed texts and caches their content. A session comes with each request of a client, so it need not be
 * decrypted each time.
 */
export class OpenedTexts implements Pick<Sealer, 'open'> {
  readonly #sealer: Pick<Sealer, 'open'>;
  readonly #opened = new LRUCache<string, NonNullable<Opened>>({
    ttl: KEPT_MS,
    perf: Date,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_value, key) => key.length,
  });

  constructor(sealer: Pick<Sealer, 'open'>) {
    this.#sealer = sealer;
  }

  /** Opens a text. Invalid texts are not cached, so they cannot displace valid ones. */
  async open(purpose: string, text: string): Promise<Opened> {
    const key = `${purpose} ${text}`;
    const known = this.#opened.get(key);
    if (known) return known;
    const opened = await this.#sealer.open(purpose, text);
    if (opened) this.#opened.set(key, opened);
    return opened;
  }
}
