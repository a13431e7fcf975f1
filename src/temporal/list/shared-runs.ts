interface Runs<Result> {
  /** The run that has begun. Later callers may not share it, since they may have changed something. */
  readonly running: Promise<Result>;
  /** The next run. It begins when the running one has ended. */
  waiting?: Promise<Result> | undefined;
}

/**
 * Shares equal work between callers. Each caller gets a run that began after its call, so that it sees its own
 * changes.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, Runs<Result>>();

  /** @param key Names equal work. For each key, at most one run is under way and one waits. */
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
      // A waiting run starts by itself, and then replaces the entry of this key.
      if (runs.waiting === undefined) this.#runs.delete(key);
    }
  }
}
