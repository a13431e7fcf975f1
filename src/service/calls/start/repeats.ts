import type { Task } from '../../../core/task/task.js';
import { toDigest } from '../../../core/value/json-digest.js';
import type { Params } from '../../../core/value/request-params.js';
import { growingCache } from '../growing-cache.js';

import { RepeatedTasks } from './repeated-tasks.js';

/** Calls that are remembered, by any number of owners. */
const MAX_CALLS = 10_000;
/** A repetition comes after a host's time-out, of which none is known that is longer. */
const REMEMBERED_MS = 60 * 60_000;
/** Time after its end in which a task still answers a repeated call: a host's time-out may have come before the end. */
const JUST_ENDED_MS = 10 * 60_000;

/** The parts of a call that identify it. */
export interface CallIdentity {
  readonly owner: string;
  readonly toolName: string;
  readonly input: Params;
}

/** Returns true if a repeated call may get this task; `false` if the task has ended too long ago. */
export function isForRepeat(
  { outcome, lastUpdatedAt }: Pick<Task, 'outcome' | 'lastUpdatedAt'>,
  nowMs = Date.now(),
): boolean {
  return outcome === undefined || nowMs - Date.parse(lastUpdatedAt) < JUST_ENDED_MS;
}

/**
 * Plain calls whose result was not collected yet, so that a repetition finds its task. It also counts equal calls, so
 * that the next one gets a new task.
 *
 * All of it is local to this process. An idempotency key of the call and its number finds work in other processes.
 */
export class Repeats {
  /** The calls that are tasks. */
  readonly ofTasks = new RepeatedTasks();
  readonly #tasks = growingCache<Promise<string>>({ max: MAX_CALLS, ttlMs: REMEMBERED_MS });
  readonly #keys = growingCache<string>({ max: MAX_CALLS, ttlMs: REMEMBERED_MS });
  readonly #numbers = growingCache<number>({ max: MAX_CALLS });

  /** The key of a call. */
  async keyOf({ owner, toolName, input }: CallIdentity): Promise<string> {
    return toDigest([owner, toolName, input]);
  }

  /** The task of an earlier call that is the same, once it has been created. */
  find(key: string): Promise<string> | undefined {
    return this.#tasks.get(key);
  }

  /** Remembers a call whose task is being created. Failed creations are forgotten. */
  remember(key: string, creating: Promise<string>): void {
    this.#tasks.set(key, creating);
    creating.then(
      (taskId) => this.#keys.set(taskId, key),
      () => {
        if (this.#tasks.get(key) === creating) this.#tasks.delete(key);
      },
    );
  }

  /** A client has its result: the same call from now on is a new one. */
  collected(taskId: string): void {
    const key = this.#keys.get(taskId);
    if (key === undefined) return;
    this.#keys.delete(taskId);
    this.#tasks.delete(key);
    this.passOver(key);
  }

  /** The idempotency key that a call has now, here and in every other process. */
  async idempotencyKeyOf(key: string): Promise<string> {
    return toDigest(['repeat', key, this.#numbers.get(key) ?? 0]);
  }

  /** The task of this idempotency key has ended, and is not for the next call. */
  passOver(key: string): void {
    this.#numbers.set(key, (this.#numbers.get(key) ?? 0) + 1);
  }
}
