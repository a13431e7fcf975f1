import { setTimeout as sleep } from 'node:timers/promises';

import type { Client, WorkflowClient } from '@temporalio/client';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';

import {
  fromTemporalError,
  isNamespaceMissing,
  isRefusedForPolls,
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

/** Pause after a refusal for too many long polls, in milliseconds. The polls that this server ends are over by then. */
const POLLS_PAUSE_MS = 250;

export interface TemporalCallsOptions {
  /** Logs payloads that cannot be read. Default: none. */
  readonly logger?: Logger | undefined;
  /**
   * Called when the service refuses a call since the namespace has too many long polls.
   *
   * @param sentAtMs When the call was sent, on the clock of `performance.now()`.
   */
  readonly onTooManyPolls?: ((sentAtMs: number) => void) | undefined;
}

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
  readonly #onTooManyPolls: ((sentAtMs: number) => void) | undefined;
  #starts: WorkflowClient | undefined;
  #hasAnswered = false;
  /** Time of the last call without an answer, in milliseconds since the epoch. */
  #silentAtMs = -Infinity;

  /**
   * @param deadlineMs Limit of one call with its retries, in milliseconds.
   */
  constructor(
    client: Client,
    deadlineMs: number,
    { logger, onTooManyPolls }: TemporalCallsOptions = {},
  ) {
    this.client = client;
    this.payloads = new PayloadReader(client, logger);
    this.#deadlineMs = deadlineMs;
    this.#onTooManyPolls = onTooManyPolls;
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
      const answer = this.#call(call, Date.now() + deadlineMs);
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

  /** Repeats a call that waits until the namespace has fewer long polls. */
  async #call<T>(call: (client: Client) => Promise<T>, untilMs: number): Promise<T> {
    for (;;) {
      const sentAtMs = performance.now();
      try {
        return await this.client.withDeadline(untilMs, () => call(this.client));
      } catch (error) {
        if (!isRefusedForPolls(error)) throw error;
        this.#onTooManyPolls?.(sentAtMs);
        if (Date.now() + POLLS_PAUSE_MS >= untilMs) throw error;
      }
      await sleep(POLLS_PAUSE_MS);
    }
  }
}
