/** Answers after which a Workflow still shows what it showed when it was asked. */
import { LRUCache } from 'lru-cache';

import type { Logger } from '../../core/logger.js';
import type { DeclaredQuestion } from '../../core/question/declared-question.js';
import { joinSentences } from '../../core/value/sentence.js';

import type { ReceivedMessage } from './scan-messages.js';

/** A question is not asked any more in the same state after so many answers. */
const MAX_ANSWERS = 3;
const MAX_TOLD = 1_000;

/** The answers to a question that have changed nothing. */
export interface LostAnswers {
  readonly question: DeclaredQuestion;
  /** 1 or more. */
  readonly count: number;
}

/**
 * Counts the answers that have changed nothing: the Workflow has taken them, done nothing in that Workflow Task, and shows
 * the same as before.
 *
 * @param state Digest of what it shows now.
 */
export function countLost(messages: readonly ReceivedMessage[], state: string): number {
  return messages.filter(
    (message) => message.isTaken && !message.hasEffect && message.state === state,
  ).length;
}

/** Returns true if the question is not asked any more in this state. */
export function isFinal({ count }: Pick<LostAnswers, 'count'>): boolean {
  return count >= MAX_ANSWERS;
}

/** Says of questions in a task's status that answers have changed nothing; `undefined` where none has. */
export function describeLost(lost: readonly LostAnswers[]): string | undefined {
  return joinSentences(
    lost.map(({ question: { name }, count }) =>
      isFinal({ count })
        ? `${count} answers to ${name} have changed nothing. It is not asked again before something has changed: the operator of the server can find out why.`
        : `The last answer to ${name} has changed nothing. It is asked again when something has changed.`,
    ),
  );
}

/** Tells the operator of lost answers, once for each number of them. */
export class LostAnswersLog {
  readonly #logger: Logger;
  readonly #told = new LRUCache<string, true>({ max: MAX_TOLD });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell(taskId: string, state: string, { question, count }: LostAnswers): void {
    const entry = `${taskId} ${state} ${count}`;
    if (this.#told.has(entry)) return;
    this.#told.set(entry, true);
    const { name, answer } = question;
    this.#logger.warn(
      { taskId, question: name, answers: count, [answer.kind]: answer.name },
      'An answer has changed nothing: compare name and arguments of the message with the handler of the Workflow. "check --task" says more',
    );
  }
}
