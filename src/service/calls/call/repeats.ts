import type { Task } from '../../../core/task/task.js';
import type { EqualCall } from '../../../core/task/tasks.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import { toDigest } from '../../../core/value/json-digest.js';
import type { Params } from '../../../core/value/request-params.js';

import { growingCache } from './growing-cache.js';
import { RepeatedReads } from './repeated-reads.js';

/** Maximum number of remembered calls, of all owners together. */
const MAX_CALLS = 10_000;
/** Time for which calls are remembered. A repetition follows a host's time-out, and no known one is longer. */
const REMEMBERED_MS = 60 * 60_000;
/** Time after its end for which a task still answers a repeated call, since the host's time-out may have come first. */
const JUST_ENDED_MS = 10 * 60_000;
/** Wait after which a host may have given up and left its stream open, in milliseconds: the Java SDK does so after 20 s. */
const MAY_BE_MISSED_MS = 10_000;
/** Time for which a result that its host may have missed answers equal calls, in milliseconds. */
const MISSED_FOR_MS = 60_000;

/**
 * The other call of work that a call joins.
 *
 * - `answered`: an equal one that has waited for its whole time
 * - `missed`: an equal one without an answer, so its host has missed that
 * - `unknown`: any other
 */
export type JoinedCall = 'answered' | 'missed' | 'unknown';

export interface ComparedCall {
  readonly owner: string;
  readonly tool: Pick<ToolDefinition, 'name' | 'start'>;
  /** The compared arguments. */
  readonly input: Params;
}

/**
 * Returns true if a repeated call may get this task; `false` if the task has ended too long ago, or somebody has asked
 * it to stop. Repetitions are of hosts that gave up: after a stop, the same call is a new wish.
 */
export function isForRepeat(
  {
    outcome,
    lastUpdatedAt,
    cancelRequested,
  }: Pick<Task, 'outcome' | 'lastUpdatedAt' | 'cancelRequested'>,
  nowMs = Date.now(),
): boolean {
  if (cancelRequested) return false;
  return outcome === undefined || nowMs - Date.parse(lastUpdatedAt) < JUST_ENDED_MS;
}

/**
 * Returns true if the host may have missed the result of a plain call or a read, since it gave up without a word. A
 * tool that only reads is left out: a model calls it again for newer facts, and no work is doubled.
 *
 * @param waitedMs Time from the request to its result, in milliseconds.
 */
export function mayBeMissed(tool: ToolDefinition | undefined, waitedMs: number): boolean {
  return waitedMs > MAY_BE_MISSED_MS && tool?.shown.annotations?.readOnlyHint !== true;
}

/**
 * Calls whose result no client has collected yet, so that a repetition finds the task. The data is local to this
 * process. The key of equal calls finds work of other processes.
 */
export class Repeats {
  readonly reads = new RepeatedReads();
  readonly #tasks = growingCache<Promise<string>>({ max: MAX_CALLS, ttlMs: REMEMBERED_MS });
  readonly #keys = growingCache<string>({ max: MAX_CALLS, ttlMs: REMEMBERED_MS });
  /** Tasks whose first call was answered with a handle or a task. */
  readonly #answered = growingCache<true>({ max: MAX_CALLS, ttlMs: REMEMBERED_MS });
  /** The last collected task of equal calls. */
  readonly #last = growingCache<string>({ max: MAX_CALLS });

  /** A call of a tool that starts another Workflow Type by now, or on another Task Queue, is another call. */
  async keyOf({ owner, tool: { name, start }, input }: ComparedCall): Promise<string> {
    return toDigest([owner, name, start.kind, start.type, start.taskQueue, input]);
  }

  /** The task of an earlier equal call; resolves once the task exists. */
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

  /** The call that started the work was answered with a handle or a task, and its client was there. */
  answered(taskId: string): void {
    this.#answered.set(taskId, true);
  }

  /** The first call of a task that an equal one joins. If it was answered, its host or model only calls again. */
  joinedCallOf(taskId: string): JoinedCall {
    return this.#answered.has(taskId) ? 'answered' : 'missed';
  }

  /**
   * Forgets a task whose result was sent, or that its caller has stopped: the next equal call is new. If the host may
   * have missed the result, equal calls get it for another minute.
   */
  collected(taskId: string, isMaybeMissed: boolean): void {
    const key = this.#keys.get(taskId);
    if (key === undefined) return;
    this.#keys.delete(taskId);
    if (isMaybeMissed) this.#tasks.set(key, Promise.resolve(taskId), { ttl: MISSED_FOR_MS });
    else this.#tasks.delete(key);
    this.#last.set(key, taskId);
  }

  /** A client got the end of a task that it has read itself. The task was there for as long as the work took. */
  shown(tool: ToolDefinition | undefined, { taskId, createdAt, lastUpdatedAt }: Task): void {
    const tookMs = Date.parse(lastUpdatedAt) - Date.parse(createdAt);
    this.collected(taskId, mayBeMissed(tool, tookMs));
  }

  /** Names a call as other processes name an equal one. `after` is the last task of it that this process knows. */
  equalCallOf(key: string): EqualCall {
    const after = this.#last.get(key);
    return { key, after };
  }
}
