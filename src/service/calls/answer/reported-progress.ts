import type { TaskProgress } from '../../../core/contract.js';
import type { Task } from '../../../core/task/task.js';

/** A client that is told nothing for longer may give up, though the work goes on. */
const SIGN_OF_LIFE_MS = 10_000;
/** What a sign of life adds to what has been told, as a share of it: less than any report of real progress. */
const STEP = 1e-6;

/**
 * What one client has been told of a task's progress. It is told what exceeds everything so far, as it must be (Progress ›
 * Behavior Requirements), and now and then that the work goes on where there is nothing new.
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
   * What the client is to be told now; `undefined`: nothing. It counts as told.
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
