import { LRUCache } from 'lru-cache';

import { checkInputRequest } from '../../core/contract/input-request.js';
import { toKnownRequest } from '../../core/contract/known-keywords.js';
import { describeViolation } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { OpenQuestion } from '../../core/question/question.js';

import type { AskingTask } from './answered-questions.js';

const MAX_TOLD = 1_000;
/** Maximum number of keywords that one line of the log names. */
const MAX_NAMED = 10;

interface Fault {
  readonly task: AskingTask;
  readonly question: string;
  readonly about: object;
}

/**
 * Reduces the questions of Workflows to a form that clients support. Logs omitted keywords and other faults, once for
 * each question.
 */
export class SupportedQuestions {
  readonly #logger: Logger;
  readonly #told = new LRUCache<string, true>({ max: MAX_TOLD });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Leaves out members that are `null`, and keywords that MCP does not know. Other faults are named in the question. */
  read(task: AskingTask, open: readonly OpenQuestion[]): OpenQuestion[] {
    return open.map((asked) => {
      const { request, leftOut } = toKnownRequest(asked);
      const { key: question } = asked;
      if (leftOut.length > 0) {
        const named = leftOut.slice(0, MAX_NAMED);
        this.#tell(
          { task, question, about: { leftOut: named } },
          'A form of a Workflow is shown without rules that MCP does not know',
        );
      }
      const [violation] = checkInputRequest(request);
      if (!violation) return request;
      const fault = describeViolation(violation);
      this.#tell(
        { task, question, about: { problem: fault } },
        'A question of a Workflow breaks the rules of MCP, and can only be declined',
      );
      return { ...request, fault };
    });
  }

  #tell({ task: { taskId, createdAt }, question, about }: Fault, text: string): void {
    const entry = `${taskId} ${createdAt} ${question}`;
    if (this.#told.has(entry)) return;
    this.#told.set(entry, true);
    this.#logger.warn({ taskId, question, ...about }, text);
  }
}
