import { LIST_LAG_MS } from '../../../core/task/list-lag.js';
import type { Task } from '../../../core/task/task.js';
import type { Tasks } from '../../../core/task/tasks.js';

import type { NewsKind } from './event-type.js';

/** Time after a change until lists show it, in milliseconds. */
const SETTLE_MS = LIST_LAG_MS + 100;
/**
 * Maximum time between two reads without news, in milliseconds. `closed` is long, since the watch reports every close.
 */
const PATIENCE_MS = { closed: 15_000, changed: 2_000 };
/** Additional time for each owner, in milliseconds: a read loads all their open tasks. */
const PATIENCE_OF_EACH_MS = 100;

/** The parts of a task whose change causes a read. */
function toMark({ phase, lastUpdatedAt, statusMessage, inputRequests, outcome }: Task): string {
  const keys = Object.keys(inputRequests ?? {});
  return JSON.stringify([phase, lastUpdatedAt, statusMessage, keys, outcome !== undefined]);
}

interface Watch {
  readonly listeners: Set<() => void>;
  readonly stop: AbortController;
}

/** The source of news, and the maximum time between reads. */
export interface News {
  /** @returns A function that ends the subscription. */
  readonly subscribe: (owner: string, kind: NewsKind, onNews: () => void) => () => void;
  /** In milliseconds. */
  readonly patienceMs: (kind: NewsKind) => number;
}

/**
 * Tells waiting readers that a task of an owner may have changed, so that they read at once. It uses the watches that
 * all streams share. The news have no details.
 */
export class TaskNews implements News {
  readonly #tasks: Pick<Tasks, 'watch'>;
  readonly #watches = { closed: new Map<string, Watch>(), changed: new Map<string, Watch>() };

  constructor(tasks: Pick<Tasks, 'watch'>) {
    this.#tasks = tasks;
  }

  patienceMs(kind: NewsKind): number {
    if (kind === 'closed') return PATIENCE_MS.closed;
    return Math.max(PATIENCE_MS.changed, this.#watches.changed.size * PATIENCE_OF_EACH_MS);
  }

  subscribe(owner: string, kind: NewsKind, onNews: () => void): () => void {
    const watches = this.#watches[kind];
    const watch = watches.get(owner) ?? this.#start(owner, kind);
    watch.listeners.add(onNews);
    return () => {
      watch.listeners.delete(onNews);
      if (watch.listeners.size > 0) return;
      watch.stop.abort();
      if (watches.get(owner) === watch) watches.delete(owner);
    };
  }

  #start(owner: string, kind: NewsKind): Watch {
    const watch: Watch = { listeners: new Set(), stop: new AbortController() };
    this.#watches[kind].set(owner, watch);
    const tell = (): void => {
      for (const listener of watch.listeners) listener();
    };
    const { signal } = watch.stop;
    if (kind === 'closed') void this.#tasks.watch(owner, { signal, onClosed: tell });
    else void this.#watchChanges(owner, signal, tell);
    return watch;
  }

  async #watchChanges(owner: string, signal: AbortSignal, tell: () => void): Promise<void> {
    const marks = new Map<string, string>();
    await this.#tasks.watch(owner, {
      signal,
      onReading: (task) => {
        const mark = toMark(task);
        if (marks.get(task.taskId) === mark) return;
        if (task.outcome) marks.delete(task.taskId);
        else marks.set(task.taskId, mark);
        setTimeout(tell, SETTLE_MS).unref();
      },
    });
  }
}
