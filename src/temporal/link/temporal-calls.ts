import type { Client, WorkflowClient } from '@temporalio/client';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';

import {
  fromTemporalError,
  isNamespaceMissing,
  temporalUnavailable,
} from './from-temporal-error.js';
import { PayloadReader } from './payload-reader.js';
import { createStartClient } from './start-client.js';

/**
 * Additional time after the gRPC deadline until a call is given up, in milliseconds. The Temporal Client's retries
 * outlive its deadlines by up to a second.
 */
const DEADLINE_GRACE_MS = 500;

/**
 * Time after a call without an answer in which the service may be starting, without its namespaces, in milliseconds.
 */
const START_MS = 10_000;

export interface CallLimits {
  /** Time limit of the call with its retries, in milliseconds. Default: the limit of all calls. */
  readonly deadlineMs?: number | undefined;
  /** Abandons the call; Temporal may still carry it out. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs calls of a Temporal Client with a hard time limit, and turns their errors into `TaskError`s. */
export class TemporalCalls {
  readonly client: Client;
  readonly payloads: PayloadReader;
  readonly #deadlineMs: number;
  #starts: WorkflowClient | undefined;
  #hasAnswered = false;
  /** Time of the last call without an answer, in milliseconds since the epoch. */
  #silentAtMs = -Infinity;

  /**
   * @param deadlineMs Limit of one call with its retries, in milliseconds.
   * @param logger Logs payloads that cannot be read. Default: none.
   */
  constructor(client: Client, deadlineMs: number, logger?: Logger) {
    this.client = client;
    this.payloads = new PayloadReader(client, logger);
    this.#deadlineMs = deadlineMs;
  }

  /** Starts Workflows, for use in {@link run}. */
  get starts(): WorkflowClient {
    return (this.#starts ??= createStartClient(this.client));
  }

  /**
   * @throws {TaskError} `unavailable` if there is no answer in time; `aborted` if the signal fires first; else the
   * translated error of the call.
   */
  async run<T>(
    call: (client: Client) => Promise<T>,
    { deadlineMs = this.#deadlineMs, signal }: CallLimits = {},
  ): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    const over = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(temporalUnavailable(new Error(`No answer within ${deadlineMs} ms.`)));
      }, deadlineMs + DEADLINE_GRACE_MS);
      onAbort = () => {
        reject(new TaskError(TaskErrorCode.aborted, 'The wait was given up.'));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
    try {
      const answer = this.client.withDeadline(Date.now() + deadlineMs, () => call(this.client));
      const value = await Promise.race([answer, over]);
      this.#hasAnswered = true;
      return value;
    } catch (error) {
      const taskError = fromTemporalError(error);
      if (taskError.code === TaskErrorCode.unavailable) this.#silentAtMs = Date.now();
      const isStarting = this.#hasAnswered || Date.now() - this.#silentAtMs < START_MS;
      throw isStarting && isNamespaceMissing(taskError)
        ? temporalUnavailable(taskError)
        : taskError;
    } finally {
      clearTimeout(timer);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }
}
