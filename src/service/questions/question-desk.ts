import type { Task } from '../../core/task/task.js';

import type { QuestionStream } from './question-stream.js';
import { QuestionsBeforeStart } from './questions-before-start.js';
import { type QuestionPorts, SessionQuestions } from './session-questions.js';

/** Maximum number of remembered questions of answered calls, of all owners together. */
const MAX_OUTLIVED = 10_000;

/** The open questions that this process has shown to its clients, by session and task. */
export class QuestionDesk {
  /** Questions of calls before their start, in this process. */
  readonly beforeStart = new QuestionsBeforeStart();
  readonly #ports: QuestionPorts;
  readonly #questions = new Map<string, SessionQuestions>();

  /** IDs of open questions whose calls were answered before, also sooner than their IDs say. */
  readonly #outlived = new Set<string>();

  constructor(ports: QuestionPorts) {
    this.#ports = ports;
  }

  /** Sends a task's new questions to a session, once over all its streams, and withdraws the closed ones. */
  async show(task: Task, stream: QuestionStream): Promise<void> {
    const name = toName(stream.session, task.taskId);
    const questions = this.#questions.get(name) ?? new SessionQuestions(task.taskId, this.#ports);
    this.#questions.set(name, questions);
    await questions.show(task, stream);
  }

  /**
   * Ends a stream. Another stream of the session shows the task's open questions.
   *
   * @param isCall The stream belongs to a plain call, which has its answer. Hosts then close the forms of the call.
   */
  leave(taskId: string, stream: QuestionStream, isCall: boolean): void {
    const name = toName(stream.session, taskId);
    const questions = this.#questions.get(name);
    if (!questions) return;
    const openIds = questions.leave(stream);
    if (questions.isEmpty) this.#questions.delete(name);
    if (!isCall) return;
    for (const id of openIds) this.#outlived.add(id);
    for (const id of this.#outlived) {
      if (this.#outlived.size <= MAX_OUTLIVED) return;
      this.#outlived.delete(id);
    }
  }

  /** Returns true if the call of a question was answered before the question. */
  hasOutlivedItsCall(id: string): boolean {
    return this.#outlived.has(id);
  }

  /** The questions of a task, as a session has them; `undefined` if it has no stream of this process. */
  find(session: string, taskId: string): SessionQuestions | undefined {
    return this.#questions.get(toName(session, taskId));
  }
}

function toName(session: string, taskId: string): string {
  return `${session} ${taskId}`;
}
