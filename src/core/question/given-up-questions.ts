/** Maximum number of answers to one question that do not fit: the client is asked again twice. */
export const MAX_MISFITS = 3;

/** The log's message when a client is not asked any further. */
export const GIVEN_UP = `${MAX_MISFITS} answers to a question did not fit, so its client is not asked again`;

/** The open questions that a request no longer asks its client, whose answers did not fit. */
export class GivenUpQuestions {
  readonly #reasons = new Map<string, string>();
  readonly #controller = new AbortController();

  /** Fires with the first of them, so that a wait for its answer ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  add(key: string, reason: string): void {
    this.#reasons.set(key, reason);
    this.#controller.abort();
  }

  /** The fault of the last answer; `undefined` for a question that is still asked. */
  reasonOf(key: string): string | undefined {
    return this.#reasons.get(key);
  }
}
