import type { Logger } from '../../core/logger.js';

import { TemporalCalls } from './temporal-calls.js';

/** Age after which the retention is read again, in milliseconds. It hardly ever changes. */
const MAX_AGE_MS = 10 * 60_000;
/** A failed read is repeated after this time, in milliseconds. Until then, times to live are unlimited. */
const MAX_FAILURE_AGE_MS = 10_000;
/** Time limit of a read, in milliseconds, since a start waits for it. */
const DEADLINE_MS = 1_500;

/**
 * Reads the retention of closed executions in the namespace, so that the server promises no task a longer time. One
 * read serves ten minutes. A failed read is repeated after ten seconds.
 */
export class NamespaceRetention {
  readonly #calls: TemporalCalls;
  readonly #logger: Logger;
  #current: { readonly readAtMs: number; readonly value: Promise<number | undefined> } | undefined;

  #maxAgeMs = MAX_AGE_MS;

  constructor(calls: TemporalCalls, logger: Logger) {
    this.#calls = new TemporalCalls(calls.client, DEADLINE_MS);
    this.#logger = logger;
  }

  /** Returns milliseconds, or `undefined` if Temporal does not tell (without permission, for example). */
  async read(): Promise<number | undefined> {
    const now = Date.now();
    if (this.#current === undefined || now - this.#current.readAtMs > this.#maxAgeMs) {
      this.#current = { readAtMs: now, value: this.#fetch() };
    }
    return this.#current.value;
  }

  async #fetch(): Promise<number | undefined> {
    this.#maxAgeMs = MAX_AGE_MS;
    try {
      const { config } = await this.#calls.run((client) =>
        client.workflowService.describeNamespace({ namespace: client.options.namespace }),
      );
      const seconds = config?.workflowExecutionRetentionTtl?.seconds;
      return seconds == null ? undefined : Number(seconds) * 1000;
    } catch (error) {
      this.#maxAgeMs = MAX_FAILURE_AGE_MS;
      this.#logger.warn(
        { err: error },
        'The retention of the Temporal namespace is unknown; times to live are not limited by it.',
      );
      return undefined;
    }
  }
}
