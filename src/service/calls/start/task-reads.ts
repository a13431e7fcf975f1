import type { Task } from '../../../core/task/task.js';
import { growingCache } from '../growing-cache.js';

/** Maximum number of tasks whose reads are remembered, of all owners together. */
const MAX_TASKS = 10_000;
/** Reads after which a client's pace is known. */
const KNOWN_PACE_READS = 10;
/** A client of known pace counts as gone after a silence of this many times its longest gap between reads. */
const GAPS_AT_KNOWN_PACE = 4;
/** The same factor after few or no seen reads, since other replicas may have served some. */
const GAPS_AT_UNKNOWN_PACE = 12;
/** Minimum time for a client to read its task first, in milliseconds. It may make other calls before. */
const MIN_FIRST_SILENCE_MS = 10_000;
/** Lower bound of the longest gap, in milliseconds, since the pace of a client varies. */
const MIN_GAP_MS = 250;

interface Reads {
  readonly lastMs: number;
  readonly longestGapMs: number;
  readonly count: number;
}

/** The facts of a task that decide how long its client may be silent. */
export type ReadTask = Pick<Task, 'taskId' | 'createdAt' | 'pollIntervalMs'>;

function count(counts: Map<string, number>, taskId: string, change: 1 | -1): void {
  const next = (counts.get(taskId) ?? 0) + change;
  if (next > 0) counts.set(taskId, next);
  else counts.delete(taskId);
}

/**
 * Reads of tasks by clients of this process: polls, waits and subscriptions. They show whether a task's client has
 * gone. Reads through other processes are unknown.
 */
export class TaskReads {
  readonly #reads = growingCache<Reads>({
    max: MAX_TASKS,
    dispose: ({ lastMs }, _taskId, reason) => {
      if (reason === 'evict') this.#knownSinceMs = Math.max(this.#knownSinceMs, lastMs);
    },
  });
  /** Open waits, by task. */
  readonly #waits = new Map<string, number>();
  /** Open streams that show all tasks of a session, by task. */
  readonly #streams = new Map<string, number>();
  /** Reads before this moment are unknown, in milliseconds since the epoch. */
  #knownSinceMs: number;

  /** @param nowMs Time at which the process began to serve, in milliseconds since the epoch. */
  constructor(nowMs = Date.now()) {
    this.#knownSinceMs = nowMs;
  }

  /** A client has read the task. */
  note(taskId: string, nowMs = Date.now()): void {
    const before = this.#reads.get(taskId);
    const gapMs = before ? nowMs - before.lastMs : 0;
    this.#reads.set(taskId, {
      lastMs: nowMs,
      longestGapMs: Math.max(before?.longestGapMs ?? 0, gapMs),
      count: (before?.count ?? 0) + 1,
    });
  }

  /**
   * Records that a client waits for news of the task.
   *
   * @param isStanding The client's stream shows all tasks of its session, so the client has not asked for this one.
   * @returns A function to call at the end of the wait.
   */
  begin(taskId: string, isStanding = false): () => void {
    const counts = isStanding ? this.#streams : this.#waits;
    count(counts, taskId, 1);
    return () => {
      count(counts, taskId, -1);
      if (!isStanding) this.note(taskId);
    };
  }

  /** Records that another client follows the task from now on. Forgets the pace of the previous client. */
  begunAnew(taskId: string, nowMs = Date.now()): void {
    this.#reads.delete(taskId);
    this.note(taskId, nowMs);
  }

  /**
   * Returns the time without a read until a task's client counts as gone, in milliseconds. 0 or less: the client has
   * gone.
   *
   * @param isCallersOwn The client that asks has itself created the task. Then the task's client counts as gone only
   * after it has polled and stopped.
   */
  untilGoneMs(
    { taskId, createdAt, pollIntervalMs }: ReadTask,
    isCallersOwn: boolean,
    nowMs = Date.now(),
  ): number {
    if (this.#waits.has(taskId)) return Infinity;
    const reads = this.#reads.get(taskId);
    if (!reads) {
      if (isCallersOwn || this.#streams.has(taskId)) return Infinity;
      const unknownMs = Math.max(GAPS_AT_UNKNOWN_PACE * pollIntervalMs, MIN_FIRST_SILENCE_MS);
      return Math.max(Date.parse(createdAt), this.#knownSinceMs) + unknownMs - nowMs;
    }
    const { lastMs, longestGapMs } = reads;
    const silenceMs =
      reads.count >= KNOWN_PACE_READS
        ? GAPS_AT_KNOWN_PACE * Math.max(longestGapMs, MIN_GAP_MS)
        : GAPS_AT_UNKNOWN_PACE * Math.max(longestGapMs, pollIntervalMs);
    return lastMs + silenceMs - nowMs;
  }
}
