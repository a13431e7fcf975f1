import type { Task } from '../core/task.js';
import type { Owner, Tasks } from '../core/tasks.js';

/** What of a task makes a look worth while. */
function toMark({ phase, lastUpdatedAt, statusMessage, inputRequests, outcome }: Task): string {
  const keys = Object.keys(inputRequests ?? {});
  return JSON.stringify([phase, lastUpdatedAt, statusMessage, keys, outcome !== undefined]);
}

interface Watch {
  readonly listeners: Set<() => void>;
  readonly marks: Map<string, string>;
  readonly stop: AbortController;
}

/**
 * Tells when something may have happened to a task of an owner's, so that whoever waits for events looks at once. It goes
 * by the watch on open tasks that all streams share, and says nothing of what has happened: that is looked up.
 */
export class TaskNews {
  readonly #tasks: Pick<Tasks, 'watchAll'>;
  readonly #watches = new Map<Owner, Watch>();

  constructor(tasks: Pick<Tasks, 'watchAll'>) {
    this.#tasks = tasks;
  }

  /**
   * How long whoever waits may go without a look, in milliseconds: with many owners longer, so that all of them together take
   * one look a second.
   */
  patienceMs(leastMs: number): number {
    return Math.max(leastMs, this.#watches.size * 1_000);
  }

  /** @returns What ends it. */
  subscribe(owner: Owner, onNews: () => void): () => void {
    const watch = this.#watches.get(owner) ?? this.#start(owner);
    watch.listeners.add(onNews);
    return () => {
      watch.listeners.delete(onNews);
      if (watch.listeners.size > 0) return;
      watch.stop.abort();
      if (this.#watches.get(owner) === watch) this.#watches.delete(owner);
    };
  }

  #start(owner: Owner): Watch {
    const watch: Watch = { listeners: new Set(), marks: new Map(), stop: new AbortController() };
    this.#watches.set(owner, watch);
    void this.#tasks.watchAll(owner, {
      signal: watch.stop.signal,
      onReading: (task) => {
        const mark = toMark(task);
        if (watch.marks.get(task.taskId) === mark) return;
        if (task.outcome) watch.marks.delete(task.taskId);
        else watch.marks.set(task.taskId, mark);
        for (const listener of watch.listeners) listener();
      },
    });
    return watch;
  }
}
