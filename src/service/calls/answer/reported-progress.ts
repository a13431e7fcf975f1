import type { TaskProgress } from '../../../core/contract.js';
import type { Task } from '../../../core/task/task.js';

/** A client that is told nothing for longer may give up, though the work goes on. */
const SIGN_OF_LIFE_MS = 10_000;
/** Share that a sign of life adds to the last value: less than any report of real progress. */
const STEP = 1e-6;

/**
 * The progress that one client has got. It gets values above all earlier ones (Progress › Behavior Requirements), and
 * now and then a sign of life without news.
 */
export class ReportedProgress {
  #told: number | undefined;
  #total: number | undefined;
  #toldAtMs: number;

  /** @param nowMs When the client has begun to wait, in milliseconds since the epoch. */
  constructor(nowMs: number) {
    this.#toldAtMs = nowMs;
  }

  /**
   * The next value for the client; `undefined`: none. It counts as sent.
   *
   * @param nowMs In milliseconds since the epoch.
   */
  next({ progress, statusMessage }: Task, nowMs: number): TaskProgress | undefined {
    if (progress && (this.#told === undefined || progress.progress > this.#told)) {
      this.#total = progress.total;
      this.#remember(progress.progress, nowMs);
      return progress;
    }
    if (nowMs - this.#toldAtMs < SIGN_OF_LIFE_MS) return undefined;
    const told =
      this.#told === undefined ? 0 : this.#told + STEP * Math.max(1, Math.abs(this.#told));
    this.#remember(told, nowMs);
    return {
      progress: told,
      ...(this.#total !== undefined && { total: this.#total }),
      message: statusMessage ?? progress?.message ?? 'Still running',
    };
  }

  #remember(told: number, nowMs: number): void {
    this.#told = told;
    this.#toldAtMs = nowMs;
  }
}
