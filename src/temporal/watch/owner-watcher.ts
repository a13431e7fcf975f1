import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../../core/logger.js';
import { isClosed } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { WatchOptions } from '../../core/task/tasks.js';

/** Interval of searches for an owner's open tasks, in milliseconds. Tasks of this process are watched at once. */
const DEFAULT_LOOK_UP_MS = 2_000;
/** Maximum number of an owner's tasks that are watched at a time. A new one replaces the one watched longest. */
const MAX_TASKS_PER_OWNER = 100;

type OnReading = WatchOptions['onReading'];

/** The receiver of an owner's task news, with its filter. */
type Subscriber = Pick<WatchOptions, 'concerns' | 'onReading'>;

export interface OwnerWatcherDependencies {
  /** Resolves with the IDs of an owner's open tasks, newest first. */
  readonly listOpen: (owner: string, limit: number) => Promise<readonly string[]>;
  /** Resolves when `until` returns true; `onReading` gets every reading before that. */
  readonly watch: (
    taskId: string,
    owner: string,
    options: {
      readonly signal: AbortSignal;
      readonly until: (task: Task) => boolean;
      readonly onReading: OnReading;
    },
  ) => Promise<unknown>;
  readonly logger: Logger;
  /** Interval of searches for an owner's open tasks, in milliseconds. Default: 2,000. */
  readonly lookUpMs?: number;
}

interface OwnerWatch {
  readonly subscribers: Set<Subscriber>;
  readonly stop: AbortController;
  /**
   * The last reading of each open task; `undefined` before the first. Tasks without a listener stay here, too, so that
   * they are not read repeatedly.
   */
  readonly tasks: Map<string, Task | undefined>;
  /** Ends the watch of each task. The order is that in which the watches began. */
  readonly stops: Map<string, AbortController>;
}

function concernsAny({ subscribers }: OwnerWatch, task: Task): boolean {
  return [...subscribers].some(({ concerns }) => concerns?.(task) ?? true);
}

/** Watches the open tasks of owners. All streams of an owner share one watch. */
export class OwnerWatcher {
  readonly #dependencies: OwnerWatcherDependencies;
  readonly #watches = new Map<string, OwnerWatch>();
  /** The last logged error. A failed look-up for all owners gives each of them the same error, which is logged once. */
  #lastError: unknown;

  constructor(dependencies: OwnerWatcherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Calls back with readings of the owner's tasks. Resolves when the signal fires. */
  async watchAll(
    owner: string,
    { signal, ...subscriber }: Subscriber & Pick<WatchOptions, 'signal'>,
  ): Promise<void> {
    if (signal.aborted) return;
    const watch = this.#watches.get(owner) ?? this.#start(owner);
    watch.subscribers.add(subscriber);
    for (const [taskId, task] of watch.tasks) {
      if (!task) continue;
      // A task that did not concern any listener so far is read again.
      if (watch.stops.has(taskId)) void this.#tell(subscriber, task);
      else this.#watchTask(taskId, owner, watch);
    }
    await new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    watch.subscribers.delete(subscriber);
    if (watch.subscribers.size > 0) return;
    this.#watches.delete(owner);
    watch.stop.abort();
    for (const own of watch.stops.values()) own.abort();
  }

  /** Watches a task that was just created, before the next look-up. */
  add(taskId: string, owner: string): void {
    const watch = this.#watches.get(owner);
    if (watch) this.#watchTask(taskId, owner, watch);
  }

  #start(owner: string): OwnerWatch {
    const watch: OwnerWatch = {
      subscribers: new Set(),
      stop: new AbortController(),
      tasks: new Map(),
      stops: new Map(),
    };
    this.#watches.set(owner, watch);
    void this.#lookUp(owner, watch);
    return watch;
  }

  async #lookUp(owner: string, watch: OwnerWatch): Promise<void> {
    const { signal } = watch.stop;
    const { lookUpMs = DEFAULT_LOOK_UP_MS } = this.#dependencies;
    while (!signal.aborted) {
      try {
        const taskIds = await this.#dependencies.listOpen(owner, MAX_TASKS_PER_OWNER);
        forgetUnlisted(watch, taskIds);
        // Oldest first, so that the newest tasks are watched last, and stay.
        for (const taskId of taskIds.toReversed()) this.#watchTask(taskId, owner, watch);
      } catch (error) {
        if (error !== this.#lastError) {
          this.#dependencies.logger.warn({ err: error }, 'The open tasks of owners are not known');
        }
        this.#lastError = error;
      }
      await sleep(lookUpMs, undefined, { signal }).catch(() => undefined);
    }
  }

  #watchTask(taskId: string, owner: string, watch: OwnerWatch): void {
    const { tasks, stops, stop, subscribers } = watch;
    if (stop.signal.aborted || stops.has(taskId)) return;
    const known = tasks.get(taskId);
    if (known && !concernsAny(watch, known)) return;
    makeRoom(watch);
    const own = new AbortController();
    stops.set(taskId, own);
    tasks.set(taskId, known);
    const until = (task: Task): boolean => isClosed(task.phase) || !concernsAny(watch, task);
    const onReading: OnReading = async (task) => {
      tasks.set(taskId, task);
      await Promise.all([...subscribers].map(async (subscriber) => this.#tell(subscriber, task)));
    };
    this.#dependencies
      .watch(taskId, owner, { signal: own.signal, until, onReading })
      .catch(() => undefined)
      .finally(() => {
        if (stops.get(taskId) !== own) return;
        stops.delete(taskId);
        const last = tasks.get(taskId);
        if (!last || isClosed(last.phase) || concernsAny(watch, last)) tasks.delete(taskId);
      });
  }

  /** Tells a stream about a reading. A failing stream must not stop the others. */
  async #tell({ concerns, onReading }: Subscriber, task: Task): Promise<void> {
    try {
      if (concerns?.(task) ?? true) await onReading(task);
    } catch (error) {
      this.#dependencies.logger.warn({ err: error, taskId: task.taskId }, 'A stream was not told');
    }
  }
}

/** Ends the longest watch if the owner has the maximum number of watches. */
function makeRoom({ tasks, stops }: OwnerWatch): void {
  const [longest] = stops.keys();
  if (stops.size < MAX_TASKS_PER_OWNER || longest === undefined) return;
  stops.get(longest)?.abort();
  stops.delete(longest);
  tasks.delete(longest);
}

/** Forgets tasks that are neither watched nor open. */
function forgetUnlisted({ tasks, stops }: OwnerWatch, open: readonly string[]): void {
  for (const taskId of tasks.keys()) {
    if (!stops.has(taskId) && !open.includes(taskId)) tasks.delete(taskId);
  }
}
