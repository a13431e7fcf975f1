import type { Logger } from '../core/logger.js';

import type { TemporalCalls } from './temporal-calls.js';

/** Retention hardly ever changes; an operator who raises it sees the effect within this time. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * How long the namespace keeps closed executions, so that no task is promised longer than Temporal can honour.
 * One read serves ten minutes, and a failed one is not repeated sooner: a start must not wait for it twice.
 */
export class NamespaceRetention {
  readonly #calls: TemporalCalls;
  readonly #logger: Logger;
  #current: { readonly readAtMs: number; readonly value: Promise<number | undefined> } | undefined;

  constructor(calls: TemporalCalls, logger: Logger) {
    this.#calls = calls;
    this.#logger = logger;
  }

  /** Milliseconds, or `undefined` when Temporal does not tell (no permission, for one). */
  async read(): Promise<number | undefined> {
    const now = Date.now();
    if (this.#current === undefined || now - this.#current.readAtMs > MAX_AGE_MS) {
      this.#current = { readAtMs: now, value: this.#fetch() };
    }
    return this.#current.value;
  }

  async #fetch(): Promise<number | undefined> {
    try {
      const { config } = await this.#calls.run((client) =>
        client.workflowService.describeNamespace({ namespace: client.options.namespace }),
      );
      const seconds = config?.workflowExecutionRetentionTtl?.seconds;
      return seconds == null ? undefined : Number(seconds) * 1000;
    } catch (error) {
      this.#logger.warn(
        { err: error },
        'The retention of the Temporal namespace is unknown; times to live are not limited by it.',
      );
      return undefined;
    }
  }
}
