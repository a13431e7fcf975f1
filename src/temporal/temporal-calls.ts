import type { Client } from '@temporalio/client';

import { fromTemporalError, temporalUnavailable } from './from-temporal-error.js';

/**
 * How much longer than the gRPC deadline a call may take before it is given up: the Temporal Client's
 * deadlines are soft (its retries outlive them by up to a second).
 */
const DEADLINE_GRACE_MS = 500;

/** Runs calls of a Temporal Client with a hard time limit, and turns what they throw into `TaskError`s. */
export class TemporalCalls {
  readonly client: Client;
  readonly #deadlineMs: number;

  /** @param deadlineMs Limit of one call with its retries, in milliseconds. */
  constructor(client: Client, deadlineMs: number) {
    this.client = client;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * @throws {TaskError} `unavailable` when there is no answer in time; otherwise what the failure translates to.
   */
  async run<T>(call: (client: Client) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(temporalUnavailable(new Error(`No answer within ${this.#deadlineMs} ms.`)));
      }, this.#deadlineMs + DEADLINE_GRACE_MS);
    });
    try {
      const answer = this.client.withDeadline(Date.now() + this.#deadlineMs, () =>
        call(this.client),
      );
      return await Promise.race([answer, overdue]);
    } catch (error) {
      throw fromTemporalError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
