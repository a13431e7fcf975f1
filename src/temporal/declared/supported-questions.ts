import { LRUCache } from 'lru-cache';

import { checkInputRequest } from '../../core/contract/input-request.js';
import { toKnownRequest } from '../../core/contract/known-keywords.js';
import { describeViolation } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { OpenQuestion } from '../../core/question/question.js';

import type { TaskOfQuestions } from './answered-questions.js';

const MAX_LOGGED = 1_000;
/** Maximum number of keywords that one line of the log names. */
const MAX_NAMED = 10;

interface Fault {
  readonly task: TaskOfQuestions;
  readonly question: string;
  readonly about: object;
}

/**
 * Reduces the questions of Workflows to a form that clients support. Logs omitted keywords and other faults, once for
 * each question.
 */
export class SupportedQuestions {
  readonly #logger: Logger;
  readonly #logged = new LRUCache<string, true>({ max: MAX_LOGGED });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Leaves out members that are `null`, and keywords that MCP does not know. Other faults are named in the question. */
  read(task: TaskOfQuestions, questions: readonly OpenQuestion[]): OpenQuestion[] {
    return questions.map((question) => {
      const { request, leftOut } = toKnownRequest(question);
      const { key } = question;
      if (leftOut.length > 0) {
        const named = leftOut.slice(0, MAX_NAMED);
        this.#log(
          { task, question: key, about: { leftOut: named } },
          'A form of a Workflow is shown without rules that MCP does not know',
        );
      }
      const [violation] = checkInputRequest(request);
      if (!violation) return request;
      const fault = describeViolation(violation);
      this.#log(
        { task, question: key, about: { problem: fault } },
        'A question of a Workflow breaks the rules of MCP, and can only be declined',
      );
      return { ...request, fault };
    });
  }

  #log({ task: { taskId, createdAt }, question, about }: Fault, text: string): void {
    const entry = `${taskId} ${createdAt} ${question}`;
    if (this.#logged.has(entry)) return;
    this.#logged.set(entry, true);
    this.#logger.warn({ taskId, question, ...about }, text);
  }
}
