import type { Task } from '../../../core/task/task.js';
import { growingCache } from '../growing-cache.js';

/** Tasks whose reads are remembered, of any number of owners. */
const MAX_TASKS = 10_000;
/** Reads after which a client's pace is known. */
const KNOWN_PACE_READS = 10;
/** Silence, in the longest gap between reads so far, after which a client of known pace has gone. */
const GAPS_AT_KNOWN_PACE = 4;
/** The same where few reads were seen, or none: other replicas may have seen some. */
const GAPS_AT_UNKNOWN_PACE = 12;
/** A client that has not read its task yet is given this time, in milliseconds: it may be making further calls first. */
const MIN_FIRST_SILENCE_MS = 10_000;
/** Longer than a client's pace varies by itself, in milliseconds. */
const MIN_GAP_MS = 250;

interface Reads {
  readonly lastMs: number;
  readonly longestGapMs: number;
  readonly count: number;
}

/** Facts of a task by which its silence is judged. */
export type ReadTask = Pick<Task, 'taskId' | 'createdAt' | 'pollIntervalMs'>;

function count(counts: Map<string, number>, taskId: string, change: 1 | -1): void {
  const next = (counts.get(taskId) ?? 0) + change;
  if (next > 0) counts.set(taskId, next);
  else counts.delete(taskId);
}

/**
 * Reads of tasks by clients of this process: polls, waits and subscriptions. They tell a followed task from one whose
 * client has gone. Reads through other processes are unknown.
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
  /** Open streams that show a task without having been asked for it, by task. */
  readonly #streams = new Map<string, number>();
  /** No read from before this moment is known. */
  #knownSinceMs: number;

  /** @param nowMs When the process has begun to serve, in milliseconds since the epoch. */
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
   * A client waits for news of the task.
   *
   * @param isStanding The client's stream shows all tasks of its session, so it has not asked for this one.
   * @returns Called when the wait ends.
   */
  begin(taskId: string, isStanding = false): () => void {
    const counts = isStanding ? this.#streams : this.#waits;
    count(counts, taskId, 1);
    return () => {
      count(counts, taskId, -1);
      if (!isStanding) this.note(taskId);
    };
  }

  /** Another client follows the task from now on: the pace of the one before says nothing of it. */
  begunAnew(taskId: string, nowMs = Date.now()): void {
    this.#reads.delete(taskId);
    this.note(taskId, nowMs);
  }

  /**
   * Time without a read until a task's client counts as gone, in milliseconds; 0 or less: it has gone.
   *
   * @param isCallersOwn The asking client has made the task. It counts as gone only if it was seen to poll and has
   * stopped.
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
