/** Lost answers: the Workflow has taken them, but has done nothing and still asks in the same state. */
import { LRUCache } from 'lru-cache';

import type { Logger } from '../../core/logger.js';
import { joinSentences } from '../../core/value/sentence.js';
import type { DeclaredQuestion } from '../../definition/tool/questions.js';

import type { ReceivedMessage } from './scan-messages.js';

/** Number of lost answers after which a question is no longer asked in the same state. */
const MAX_ANSWERS = 3;
const MAX_LOGGED = 1_000;

export interface LostAnswers {
  readonly question: DeclaredQuestion;
  /** 1 or more. */
  readonly count: number;
}

/**
 * Counts the lost answers: the Workflow has taken them, has done nothing in that Workflow Task, and still shows the
 * same state.
 *
 * @param state Digest of the state that the Workflow shows now.
 */
export function countLost(messages: readonly ReceivedMessage[], state: string): number {
  return messages.filter(
    (message) => message.isTaken && !message.hasEffect && message.state === state,
  ).length;
}

/** Returns true if the question is no longer asked in this state. */
export function isFinal({ count }: Pick<LostAnswers, 'count'>): boolean {
  return count >= MAX_ANSWERS;
}

/** `undefined` if there are none. */
export function describeLost(lost: readonly LostAnswers[]): string | undefined {
  return joinSentences(
    lost.map(({ question: { name }, count }) =>
      isFinal({ count })
        ? `${count} answers to ${name} have changed nothing. It will be asked again only after something changes. The operator of the server can find out why.`
        : `The last answer to ${name} has changed nothing. It will be asked again when something changes.`,
    ),
  );
}

/** Logs lost answers for the operator, once for each number of them. */
export class LostAnswersLog {
  readonly #logger: Logger;
  readonly #logged = new LRUCache<string, true>({ max: MAX_LOGGED });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  log(taskId: string, state: string, { question, count }: LostAnswers): void {
    const entry = `${taskId} ${state} ${count}`;
    if (this.#logged.has(entry)) return;
    this.#logged.set(entry, true);
    const { name, answer } = question;
    this.#logger.warn(
      { taskId, question: name, answers: count, [answer.kind]: answer.name },
      'An answer has changed nothing: compare name and arguments of the message with the handler of the Workflow',
    );
  }
}
