import { LRUCache } from 'lru-cache';

import type { Sealer } from '../../../core/sealer.js';

type Opened = Awaited<ReturnType<Sealer['open']>>;

/** Time for which an opened text is kept beyond its lifetime, in milliseconds. */
const KEPT_MS = 60_000;
/** Total length of the kept texts; their content is about as long. */
const MAX_CHARACTERS = 4_000_000;

/** Opens sealed texts that come again and again, as a session comes with each request of a client, without decrypting each time. */
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

  /** Invalid texts are not kept, so a client pays for each attempt. */
  async open(purpose: string, text: string): Promise<Opened> {
    const key = `${purpose} ${text}`;
    const known = this.#opened.get(key);
    if (known) return known;
    const opened = await this.#sealer.open(purpose, text);
    if (opened) this.#opened.set(key, opened);
    return opened;
  }
}
