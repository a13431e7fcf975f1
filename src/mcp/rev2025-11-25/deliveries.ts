import { LRUCache } from 'lru-cache';

const MAX_TASKS = 10_000;

/**
 * What this process has on its way to clients: which stream carries which question, and how far progress has been
 * reported. It keeps two streams from carrying the same message. Between processes the first answer wins, and
 * what is lost with a process is asked again on the next stream.
 */
export class Deliveries {
  readonly #carriers = new Map<string, object>();
  readonly #progress = new LRUCache<string, number>({ max: MAX_TASKS });

  /** Takes a question on for a stream, unless another one carries it. */
  claim(question: string, stream: object): boolean {
    const carrier = this.#carriers.get(question);
    if (carrier !== undefined && carrier !== stream) return false;
    this.#carriers.set(question, stream);
    return true;
  }

  /** Lets go of a question, so that another stream can carry it. */
  release(question: string): void {
    this.#carriers.delete(question);
  }

  /** Whether progress is above everything reported of the task so far; if it is, it counts as reported from now on. */
  advance(taskId: string, progress: number): boolean {
    if (progress <= (this.#progress.get(taskId) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#progress.set(taskId, progress);
    return true;
  }
}
