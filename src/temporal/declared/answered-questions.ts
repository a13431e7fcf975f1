import { LRUCache } from 'lru-cache';

import type { OpenQuestion } from '../../core/question/question.js';
import type { Task } from '../../core/task/task.js';

/**
 * Maximum time to hide an answered question, in milliseconds. The memo shows it for some 50 ms, or longer without a
 * Worker.
 */
const ANSWERED_MS = 30_000;
const MAX_ANSWERED = 10_000;
/** Time for which a form that was put aside is not shown again, in milliseconds. */
const DISMISSED_MS = 5 * 60_000;
/** Maximum number of questions that a task's result names as not asked. */
const MAX_UNASKED = 10;

export type TaskOfQuestions = Pick<Task, 'taskId' | 'createdAt'>;

/** Includes the creation time: a tool-chosen ID may later belong to another task, which may ask under the same key. */
function toEntry({ taskId, createdAt }: TaskOfQuestions, key: string): string {
  return `${taskId} ${createdAt} ${key}`;
}

/** Questions that were answered or put aside a moment ago, although reads may still show them as open. */
export class AnsweredQuestions {
  readonly #answered = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: ANSWERED_MS });
  readonly #dismissed = new LRUCache<string, true>({ max: MAX_ANSWERED, ttl: DISMISSED_MS });
  readonly #unasked = new LRUCache<string, readonly string[]>({ max: MAX_ANSWERED });

  /**
   * Hides answered questions until the Workflow has taken the answers, for 30 s at most, so that the server does not
   * ask twice.
   */
  remember(task: TaskOfQuestions, keys: readonly string[]): void {
    for (const key of keys) this.#answered.set(toEntry(task, key), true);
  }

  /** Notes that the owner has put a question aside without a decision, so that the owner is not asked again at once. */
  dismiss(task: TaskOfQuestions, key: string): void {
    this.#dismissed.set(toEntry(task, key), true);
  }

  /** Returns true if the owner has put a question aside in the last five minutes. Other people may be asked. */
  isDismissed(task: TaskOfQuestions, key: string): boolean {
    return this.#dismissed.has(toEntry(task, key));
  }

  /** Notes the quoted questions of a task that no client could show. */
  rememberUnasked(task: TaskOfQuestions, questions: readonly string[]): void {
    if (questions.length === 0) return;
    const all = new Set([...this.unaskedOf(task), ...questions]);
    this.#unasked.set(toEntry(task, ''), [...all].slice(0, MAX_UNASKED));
  }

  /** The quoted questions of a task that no client could show, as far as this process has refused them. */
  unaskedOf(task: TaskOfQuestions): readonly string[] {
    return this.#unasked.get(toEntry(task, '')) ?? [];
  }

  /** Removes answered questions from a task's open ones. */
  leaveOut(task: TaskOfQuestions, questions: readonly OpenQuestion[]): OpenQuestion[] {
    return questions.filter(({ key }) => !this.#answered.has(toEntry(task, key)));
  }
}
