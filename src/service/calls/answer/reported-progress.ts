import type { TaskProgress } from '../../../core/contract.js';
import type { Task } from '../../../core/task/task.js';

/** A client that is told nothing for longer may give up, though the work goes on. */
const SIGN_OF_LIFE_MS = 10_000;
/** Share of the whole that a sign of life adds to real progress: 3.6 % in an hour. */
const SHARE = 1e-4;

/** In words, since numbers may count signs of life. */
function toWords({ progress, statusMessage }: Task, isCount: boolean): string {
  const words = statusMessage ?? progress?.message;
  if (!progress || !isCount) return words ?? 'Still running';
  const { total } = progress;
  const amount =
    total === undefined ? String(progress.progress) : `${progress.progress} of ${total}`;
  return words === undefined ? amount : `${amount}: ${words}`;
}

/**
 * The progress that one client has got. It gets values above all earlier ones (Progress › Behavior Requirements), and
 * now and then a sign of life without news: 1, 2, 3 where the task has reported nothing, else a little more than it has.
 */
export class ReportedProgress {
  #told: number | undefined;
  /** The last report of the task that the client has got. */
  #real: TaskProgress | undefined;
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
  next(task: Task, nowMs: number): TaskProgress | undefined {
    const { progress } = task;
    if (progress && (this.#told === undefined || progress.progress > this.#told)) {
      this.#real = progress;
      this.#remember(progress.progress, nowMs);
      return progress;
    }
    if (nowMs - this.#toldAtMs < SIGN_OF_LIFE_MS) return undefined;
    const real = this.#real;
    const { total } = real ?? {};
    const step = real ? SHARE * (Math.max(total ?? 1, Math.abs(real.progress)) || 1) : 1;
    // Not 0.30000000000000004.
    const told = Number(((this.#told ?? 0) + step).toPrecision(12));
    this.#remember(told, nowMs);
    return {
      progress: told,
      ...(total !== undefined && told <= total && { total }),
      message: toWords(task, real === undefined),
    };
  }

  #remember(told: number, nowMs: number): void {
    this.#told = told;
    this.#toldAtMs = nowMs;
  }
}
