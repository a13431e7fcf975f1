import { setImmediate } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { silentLogger } from '../../../../src/core/logger.js';
import type { Task } from '../../../../src/core/task/task.js';
import type { WatchOptions } from '../../../../src/core/task/tasks.js';
import {
  OwnerWatcher,
  type OwnerWatcherDependencies,
} from '../../../../src/temporal/watch/owner-watcher.js';
import { eventually } from '../../../support/eventually.js';

const OWNER = 'me';
const LOOK_UP_MS = 5;

type Watch = Parameters<OwnerWatcherDependencies['watch']>[2];

/** The tasks of a process, as a watcher sees them: it is told what is open, and asks for the readings. */
class Process {
  readonly open = new Set<string>();
  /** The watches that go on, by task. */
  readonly watches = new Map<string, Watch>();
  /** Every watch that began, in order. */
  readonly begun: string[] = [];
  #lookUps = 0;
  readonly #phases = new Map<string, Task['phase']>();
  readonly #createdIn = new Map<string, string>();
  readonly watcher = new OwnerWatcher({
    listOpen: async () => {
      this.#lookUps += 1;
      return Promise.resolve([...this.open]);
    },
    lookUpMs: LOOK_UP_MS,
    watch: async (taskId, _owner, options) => this.#watch(taskId, options),
    logger: silentLogger,
  });

  start(taskId: string, createdIn: string): void {
    this.open.add(taskId);
    this.#createdIn.set(taskId, createdIn);
    this.watcher.add(taskId, OWNER);
  }

  /** Something happens to a task: whoever watches it reads it. */
  async touch(taskId: string, phase: Task['phase'] = 'working'): Promise<void> {
    this.#phases.set(taskId, phase);
    if (phase !== 'working') this.open.delete(taskId);
    await this.#read(taskId);
    await setImmediate();
  }

  /** Resolves when the open tasks have been looked up anew, and what came of it has been dealt with. */
  async lookUp(): Promise<void> {
    const enough = this.#lookUps + 2;
    await eventually('a look-up', () => this.#lookUps >= enough);
    await setImmediate();
  }

  async #watch(taskId: string, options: Watch): Promise<void> {
    this.begun.push(taskId);
    this.watches.set(taskId, options);
    const ended = new Promise<void>((resolve) => {
      options.signal.addEventListener('abort', () => {
        resolve();
      });
      this.#ends.set(taskId, resolve);
    });
    await this.#read(taskId);
    await ended;
    if (this.watches.get(taskId) === options) this.watches.delete(taskId);
  }

  readonly #ends = new Map<string, () => void>();

  async #read(taskId: string): Promise<void> {
    const options = this.watches.get(taskId);
    if (!options) return;
    const task = {
      taskId,
      phase: this.#phases.get(taskId) ?? 'working',
      origin: { session: this.#createdIn.get(taskId) },
    } as Task;
    await options.onReading(task);
    if (options.until(task)) this.#ends.get(taskId)?.();
  }
}

const streams: AbortController[] = [];

/** A stream that is told of what concerns it, and what it was told. */
async function openStream(
  process: Process,
  concerns?: WatchOptions['concerns'],
): Promise<{ told: string[]; close: () => Promise<void> }> {
  const told: string[] = [];
  const gone = new AbortController();
  streams.push(gone);
  const watching = process.watcher.watchAll(OWNER, {
    signal: gone.signal,
    ...(concerns && { concerns }),
    onReading: ({ taskId, phase }) => {
      told.push(`${taskId} ${phase}`);
    },
  });
  await setImmediate();
  const close = async (): Promise<void> => {
    gone.abort();
    await watching;
    await setImmediate();
  };
  return { told, close };
}

const createdIn =
  (session: string) =>
  (task: Task): boolean =>
    task.origin?.session === session;

afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});

describe('the watch of an owner’s tasks', () => {
  it('tells every stream of all of them, until they have closed', async () => {
    const process = new Process();
    const [one, other] = [await openStream(process), await openStream(process)];
    process.start('task-1', 'one');
    await setImmediate();
    await process.touch('task-1', 'succeeded');

    expect(one.told).toStrictEqual(['task-1 working', 'task-1 succeeded']);
    expect(other.told).toStrictEqual(one.told);
    expect(process.watches.size).toBe(0);
    expect(process.begun).toStrictEqual(['task-1']);
  });

  it('finds what other processes have started', async () => {
    const process = new Process();
    const { told } = await openStream(process);
    process.open.add('task-1');
    await process.lookUp();

    expect(told).toStrictEqual(['task-1 working']);
  });

  it('ends with the last stream', async () => {
    const process = new Process();
    const [one, other] = [await openStream(process), await openStream(process)];
    process.start('task-1', 'one');
    await setImmediate();
    await one.close();

    expect(process.watches.size).toBe(1);
    await other.close();
    expect(process.watches.size).toBe(0);
  });
});

describe('a stream that says what concerns it', () => {
  it('is told of nothing else, and nothing else is watched', async () => {
    const process = new Process();
    const { told } = await openStream(process, createdIn('one'));
    process.start('task-1', 'one');
    process.start('task-2', 'two');
    await setImmediate();
    await process.touch('task-1');

    expect(told).toStrictEqual(['task-1 working', 'task-1 working']);
    expect([...process.watches.keys()]).toStrictEqual(['task-1']);
  });

  it('costs one reading of what concerns nobody, however often tasks are looked up', async () => {
    const process = new Process();
    await openStream(process, createdIn('one'));
    process.start('task-2', 'two');
    for (let count = 0; count < 3; count += 1) await process.lookUp();

    expect(process.begun).toStrictEqual(['task-2']);
  });

  it('is told of a task that comes to concern it later', async () => {
    const process = new Process();
    const read = new Set<string>();
    const { told } = await openStream(process, ({ taskId }) => read.has(taskId));
    process.start('task-2', 'two');
    await process.lookUp();
    const before = [...told];
    read.add('task-2');
    await process.lookUp();

    expect(before).toStrictEqual([]);
    expect(told).toStrictEqual(['task-2 working']);
    expect(process.watches.size).toBe(1);
  });

  it('is told at once of what has concerned nobody before it', async () => {
    const process = new Process();
    const one = await openStream(process, createdIn('one'));
    process.start('task-2', 'two');
    await setImmediate();
    const two = await openStream(process, createdIn('two'));

    expect(one.told).toStrictEqual([]);
    expect(two.told).toStrictEqual(['task-2 working']);
  });

  it('keeps nothing of what has closed meanwhile', async () => {
    const process = new Process();
    await openStream(process, createdIn('one'));
    process.start('task-2', 'two');
    await process.lookUp();
    process.open.delete('task-2');
    await process.lookUp();
    process.open.add('task-2');
    await process.lookUp();

    expect(process.begun).toStrictEqual(['task-2', 'task-2']);
  });
});
