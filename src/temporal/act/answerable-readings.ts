import type { Caller } from '../../core/person/caller.js';
import type { TemporalTask } from '../read/to-task.js';

interface AnswerableReading {
  readonly by: Caller;
  readonly reading: TemporalTask;
}

/**
 * The readings behind the tasks that callers have got in one role. An answer to such a task is checked on its reading,
 * so the task is not read twice.
 */
export class AnswerableReadings {
  readonly #readings = new WeakMap<object, AnswerableReading>();

  /** Remembers the reading behind a view of a task, which the caller gets. Returns the view. */
  remember<View extends object>(by: Caller, view: View, reading: TemporalTask): View {
    // A declared question may be known from an older Query, so its answer reads the task again.
    if (!reading.outcome && !reading.declared) this.#readings.set(view, { by, reading });
    return view;
  }

  /** Returns the reading once. `undefined` for another task, and for another request's caller. */
  take(by: Caller, taskId: string, view: object | undefined): TemporalTask | undefined {
    const entry = view && this.#readings.get(view);
    if (!view || !entry) return undefined;
    this.#readings.delete(view);
    return entry.by === by && entry.reading.taskId === taskId ? entry.reading : undefined;
  }
}
