import type { TaskProgress } from '../../../core/contract/contract.js';
import type { Task } from '../../../core/task/task.js';

/** Maximum silence, in milliseconds. After a longer one a client may give up, although the work continues. */
const SIGN_OF_LIFE_MS = 10_000;
/** Share of the total by which a sign of life raises real progress: 3.6 % in an hour. */
const SHARE = 1e-4;

/** Describes the progress in words, since numbers may count signs of life. */
function toWords({ progress, statusMessage }: Task, isCount: boolean): string {
  const words = statusMessage ?? progress?.message;
  if (!progress || !isCount) return words ?? 'Still running';
  const { total } = progress;
  const amount =
    total === undefined ? String(progress.progress) : `${progress.progress} of ${total}`;
  return words === undefined ? amount : `${amount}: ${words}`;
}

/**
 * The progress that one client has received. Each value is above all earlier ones (Progress › Behavior Requirements).
 * After 10 s of silence, the client gets a sign of life: 1, 2, 3 if the task has reported no progress, else slightly
 * more than the last value.
 */
export class ReportedProgress {
  #sent: number | undefined;
  /** The task's last report that the client has received. */
  #real: TaskProgress | undefined;
  #sentAtMs: number;

  /** @param nowMs Time at which the client began to wait, in milliseconds since the epoch. */
  constructor(nowMs: number) {
    this.#sentAtMs = nowMs;
  }

  /**
   * Returns the next value for the client, and counts it as sent. `undefined`: no value is due.
   *
   * @param nowMs In milliseconds since the epoch.
   */
  next(task: Task, nowMs: number): TaskProgress | undefined {
    const { progress } = task;
    if (progress && (this.#sent === undefined || progress.progress > this.#sent)) {
      this.#real = progress;
      this.#remember(progress.progress, nowMs);
      return progress;
    }
    if (nowMs - this.#sentAtMs < SIGN_OF_LIFE_MS) return undefined;
    const real = this.#real;
    const { total } = real ?? {};
    const step = real ? SHARE * (Math.max(total ?? 1, Math.abs(real.progress)) || 1) : 1;
    // Avoids sums such as 0.30000000000000004.
    const value = Number(((this.#sent ?? 0) + step).toPrecision(12));
    this.#remember(value, nowMs);
    return {
      progress: value,
      total: total !== undefined && value <= total ? total : undefined,
      message: toWords(task, real === undefined),
    };
  }

  #remember(value: number, nowMs: number): void {
    this.#sent = value;
    this.#sentAtMs = nowMs;
  }
}
