import { LRUCache } from 'lru-cache';

import type { OpenInputRequests } from '../core/open-input-request.js';
import type { Task } from '../core/task.js';

/** An answered question shows in the memo for some 50 ms more, and for as long as no Worker is there. */
const ANSWERED_MS = 30_000;
const MAX_ANSWERED = 10_000;
/** A form that was put aside is not brought again for this long, in milliseconds. */
const DISMISSED_MS = 5 * 60_000;

/** Whose question it is. */
export type AskingTask = Pick<Task, 'taskId' | 'createdAt'>;

/** An ID of a tool's own may come to stand for another task, which may ask under the same key. */
function toEntry({ taskId, createdAt }: AskingTask, key: string): string {
  return `${taskId} ${createdAt} ${key}`;
}

/** Questions that somebody has just dealt with, and that are not to be shown although they still seem to be open. */
export class AnsweredQuestions {
  readonly #entries = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: ANSWERED_MS });

  /** Hides answered questions until the Workflow has taken the answers, for 30 s at most, so that nobody is asked twice. */
  remember(task: AskingTask, keys: readonly string[]): void {
    for (const key of keys) this.#entries.set(toEntry(task, key), true);
  }

  /** Hides a question that a person has put aside without deciding, so that nobody is asked again at once. */
  dismiss(task: AskingTask, key: string): void {
    this.#entries.set(toEntry(task, key), true, { ttl: DISMISSED_MS });
  }

  /** What is left of a task's questions; `undefined` when nothing is. */
  leaveOut(task: AskingTask, inputRequests: OpenInputRequests): OpenInputRequests | undefined {
    const open = Object.entries(inputRequests).filter(
      ([key]) => !this.#entries.has(toEntry(task, key)),
    );
    return open.length === 0 ? undefined : Object.fromEntries(open);
  }
}
