import type { Task } from '../../core/task/task.js';

import type { QuestionStream } from './client-stream.js';
import { QuestionsBeforeStart } from './questions-before-start.js';
import { type QuestionPorts, SessionQuestions } from './session-questions.js';

/** The open questions that this process has shown to its clients, by session and task. */
export class QuestionDesk {
  /** Questions of calls before their start, in this process. */
  readonly beforeStart = new QuestionsBeforeStart();
  readonly #ports: QuestionPorts;
  readonly #questions = new Map<string, SessionQuestions>();

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

  /** Ends a stream. Another stream of the session shows the task's open questions. */
  leave(taskId: string, stream: QuestionStream): void {
    const name = toName(stream.session, taskId);
    if (this.#questions.get(name)?.leave(stream) === true) this.#questions.delete(name);
  }

  /** The questions of a task, as a session has them; `undefined` if it has no stream of this process. */
  find(session: string, taskId: string): SessionQuestions | undefined {
    return this.#questions.get(toName(session, taskId));
  }
}

function toName(session: string, taskId: string): string {
  return `${session} ${taskId}`;
}
