import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from '../core/logger.js';
import type { Task } from '../core/task.js';
import type { Owner, WatchAllOptions } from '../core/tasks.js';

/** How often an owner's open tasks are looked up; what this process creates is watched at once. */
const LOOK_UP_MS = 5_000;
/** Tasks of one owner watched at once: a newer one takes the place of the one watched longest. */
const MAX_TASKS_PER_OWNER = 100;

type OnReading = WatchAllOptions['onReading'];

/** What watching needs. */
export interface OwnerWatcherDependencies {
  /** Resolves with the IDs of an owner's open tasks, newest first. */
  readonly listOpen: (owner: Owner, limit: number) => Promise<readonly string[]>;
  /** Resolves when the task has closed; `onReading` gets every reading on the way. */
  readonly watch: (
    taskId: string,
    owner: Owner,
    options: { readonly signal: AbortSignal; readonly onReading: OnReading },
  ) => Promise<unknown>;
  readonly logger: Logger;
}

interface OwnerWatch {
  readonly subscribers: Set<OnReading>;
  readonly stop: AbortController;
  /** The last reading of each task that is being watched; `undefined` before the first. */
  readonly tasks: Map<string, Task | undefined>;
  /** Ends the watch of one task, in the order in which they began. */
  readonly stops: Map<string, AbortController>;
}

/** Watches all open tasks of owners, once an owner, however many streams show them. */
export class OwnerWatcher {
  readonly #dependencies: OwnerWatcherDependencies;
  readonly #watches = new Map<Owner, OwnerWatch>();

  constructor(dependencies: OwnerWatcherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves when the signal fires. */
  async watchAll(owner: Owner, { signal, onReading }: WatchAllOptions): Promise<void> {
    if (signal.aborted) return;
    const watch = this.#watches.get(owner) ?? this.#start(owner);
    watch.subscribers.add(onReading);
    for (const task of watch.tasks.values()) if (task) void this.#tell(onReading, task);
    await new Promise<void>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
    });
    watch.subscribers.delete(onReading);
    if (watch.subscribers.size > 0) return;
    this.#watches.delete(owner);
    watch.stop.abort();
    for (const own of watch.stops.values()) own.abort();
  }

  /** Watches a task just created, ahead of the next look-up. */
  add(taskId: string, owner: Owner): void {
    const watch = this.#watches.get(owner);
    if (watch) this.#watchTask(taskId, owner, watch);
  }

  #start(owner: Owner): OwnerWatch {
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

  async #lookUp(owner: Owner, watch: OwnerWatch): Promise<void> {
    const { signal } = watch.stop;
    while (!signal.aborted) {
      try {
        const taskIds = await this.#dependencies.listOpen(owner, MAX_TASKS_PER_OWNER);
        // Oldest first, so that it is the newest which are watched last and stay.
        for (const taskId of taskIds.toReversed()) this.#watchTask(taskId, owner, watch);
      } catch (error) {
        this.#dependencies.logger.warn({ err: error }, 'The open tasks of an owner are not known');
      }
      await sleep(LOOK_UP_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #watchTask(taskId: string, owner: Owner, { tasks, stops, stop, subscribers }: OwnerWatch): void {
    if (stop.signal.aborted || tasks.has(taskId)) return;
    const [longest] = stops.keys();
    if (tasks.size >= MAX_TASKS_PER_OWNER && longest !== undefined) {
      stops.get(longest)?.abort();
      stops.delete(longest);
      tasks.delete(longest);
    }
    const own = new AbortController();
    stops.set(taskId, own);
    tasks.set(taskId, undefined);
    const onReading: OnReading = async (task) => {
      tasks.set(taskId, task);
      await Promise.all([...subscribers].map(async (tell) => this.#tell(tell, task)));
    };
    this.#dependencies
      .watch(taskId, owner, { signal: own.signal, onReading })
      .catch(() => undefined)
      .finally(() => {
        if (stops.get(taskId) !== own) return;
        stops.delete(taskId);
        tasks.delete(taskId);
      });
  }

  /** One stream that fails must not keep the others from being told. */
  async #tell(onReading: OnReading, task: Task): Promise<void> {
    try {
      await onReading(task);
    } catch (error) {
      this.#dependencies.logger.warn({ err: error, taskId: task.taskId }, 'A stream was not told');
    }
  }
}
