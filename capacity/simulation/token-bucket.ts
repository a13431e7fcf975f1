const MS_PER_SECOND = 1_000;

/** A rate limit as Temporal has it: what is not used is kept, up to a burst. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs = 0;

  /** @param burstSeconds How many seconds' worth are kept. Temporal's frontends keep 2. */
  constructor(perSecond: number, burstSeconds: number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(perSecond * burstSeconds, 1);
    this.#tokens = this.#burst;
  }

  /** @returns Whether there was a token. */
  take(atMs: number): boolean {
    this.#refill(atMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes a token that more important calls are entitled to; for the others there is one less. */
  reserve(atMs: number): void {
    this.#refill(atMs);
    this.#tokens = Math.max(this.#tokens - 1, -this.#burst);
  }

  #refill(atMs: number): void {
    const added = ((atMs - this.#atMs) / MS_PER_SECOND) * this.#perSecond;
    this.#tokens = Math.min(this.#tokens + added, this.#burst);
    this.#atMs = atMs;
  }
}
