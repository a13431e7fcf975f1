import type { Caller } from '../../core/person/caller.js';
import type { TemporalTask } from '../read/to-task.js';

interface Given {
  readonly by: Caller;
  readonly reading: TemporalTask;
}

/**
 * The readings behind the tasks that callers have got in one role. An answer to such a task is checked on its reading,
 * so the task is not read twice.
 */
export class GivenReadings {
  readonly #given = new WeakMap<object, Given>();

  /** Remembers the reading behind the task that a caller gets. */
  give<Shown extends object>(by: Caller, shown: Shown, reading: TemporalTask): Shown {
    // A declared question may be known from an older Query, so its answer reads the task again.
    if (!reading.outcome && !reading.declared) this.#given.set(shown, { by, reading });
    return shown;
  }

  /** Returns the reading once. `undefined` for another task, and for another request's caller. */
  take(by: Caller, taskId: string, shown: object | undefined): TemporalTask | undefined {
    const given = shown && this.#given.get(shown);
    if (!shown || !given) return undefined;
    this.#given.delete(shown);
    return given.by === by && given.reading.taskId === taskId ? given.reading : undefined;
  }
}
