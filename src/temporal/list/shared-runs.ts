interface Runs<Result> {
  /** Has begun: who asks now may not share it, for what has happened since. */
  readonly running: Promise<Result>;
  /** Begins when that has ended. */
  waiting?: Promise<Result>;
}

/**
 * Does the same work once for all who ask for it while it goes on for somebody else. Whoever asks gets what was done
 * after they asked, so that they see what they have changed before.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, Runs<Result>>();

  /** @param key What is the same work; one of a kind goes on, and one waits, at a time. */
  async share(key: string, run: () => Promise<Result>): Promise<Result> {
    const runs = this.#runs.get(key);
    if (!runs) return this.#begin(key, run);
    runs.waiting ??= runs.running.then(
      async () => this.#begin(key, run),
      async () => this.#begin(key, run),
    );
    return runs.waiting;
  }

  async #begin(key: string, run: () => Promise<Result>): Promise<Result> {
    const runs: Runs<Result> = { running: run() };
    this.#runs.set(key, runs);
    try {
      return await runs.running;
    } finally {
      // What waits begins by itself, and is found under the key then.
      if (runs.waiting === undefined) this.#runs.delete(key);
    }
  }
}
