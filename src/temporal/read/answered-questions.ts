import { LRUCache } from 'lru-cache';

import type { OpenInputRequests } from '../../core/question/open-input-request.js';
import type { Task } from '../../core/task/task.js';

/** The memo shows an answered question for some 50 ms more, and longer while no Worker runs. */
const ANSWERED_MS = 30_000;
const MAX_ANSWERED = 10_000;
/** A form that was put aside is not brought again for this long, in milliseconds. */
const DISMISSED_MS = 5 * 60_000;

/** The task of a question. */
export type AskingTask = Pick<Task, 'taskId' | 'createdAt'>;

/** An ID of a tool's own may come to stand for another task, which may ask under the same key. */
function toEntry({ taskId, createdAt }: AskingTask, key: string): string {
  return `${taskId} ${createdAt} ${key}`;
}

/** Questions that were just answered or put aside, although reads may still show them as open. */
export class AnsweredQuestions {
  readonly #answered = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: ANSWERED_MS });
  readonly #dismissed = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: DISMISSED_MS });

  /**
   * Hides answered questions until the Workflow has taken the answers, for 30 s at most, so that the server does not
   * ask twice.
   */
  remember(task: AskingTask, keys: readonly string[]): void {
    for (const key of keys) this.#answered.set(toEntry(task, key), true);
  }

  /** Notes that the owner has put a question aside without deciding, so that they are not asked again at once. */
  dismiss(task: AskingTask, key: string): void {
    this.#dismissed.set(toEntry(task, key), true);
  }

  /** Returns true if the owner has put a question aside a moment ago. Others may be asked. */
  isDismissed(task: AskingTask, key: string): boolean {
    return this.#dismissed.has(toEntry(task, key));
  }

  /** Removes answered questions from a task's open ones; `undefined` if none remain. */
  leaveOut(task: AskingTask, inputRequests: OpenInputRequests): OpenInputRequests | undefined {
    const open = Object.entries(inputRequests).filter(
      ([key]) => !this.#answered.has(toEntry(task, key)),
    );
    return open.length === 0 ? undefined : Object.fromEntries(open);
  }
}
