import type { Task } from '../../core/task/task.js';

import { OutlivedForms } from './outlived-forms.js';
import type { QuestionAddress } from './question-id.js';
import { QuestionsBeforeStart } from './questions-before-start.js';
import { type QuestionPorts, SessionQuestions } from './session-questions.js';
import type { QuestionStream } from './shown-question.js';

/** The open questions that this process has shown to its clients, by session and task. */
export class QuestionDesk {
  /** Questions of calls before their start, in this process. */
  readonly beforeStart = new QuestionsBeforeStart();
  readonly #ports: QuestionPorts;
  readonly #questions = new Map<string, SessionQuestions>();
  readonly #forms = new OutlivedForms();

  constructor(ports: QuestionPorts) {
    this.#ports = ports;
  }

  /** Sends a task's new questions to a session, once over all its streams, and withdraws the closed ones. */
  async show(task: Task, stream: QuestionStream): Promise<void> {
    const name = toName(stream.session, task.taskId);
    const questions =
      this.#questions.get(name) ?? new SessionQuestions(task.taskId, this.#ports, this.#forms);
    this.#questions.set(name, questions);
    await questions.show(task, stream);
  }

  /**
   * Ends a stream. Another stream of the session shows the task's open questions.
   *
   * @param call Whether the plain call on the stream was answered, or its client has left it. Absent: no plain call.
   */
  leave(taskId: string, stream: QuestionStream, call?: 'answered' | 'left'): void {
    const name = toName(stream.session, taskId);
    const questions = this.#questions.get(name);
    if (!questions) return;
    questions.leave(stream, call);
    if (questions.isEmpty) this.#questions.delete(name);
  }

  /** Returns true if the call of a question is over, also sooner than the question's ID says. */
  hasOutlivedItsCall(address: QuestionAddress, id: string): boolean {
    return this.#forms.has(address, id);
  }

  /** A host has closed a form, since the call that asked is over. Where the question is still shown, it is asked again. */
  async closeForm(address: QuestionAddress, id: string): Promise<void> {
    this.#forms.close(address, id);
    await this.find(address.session, address.taskId)?.closeForm(address.key, id);
  }

  /** The response to a form has taken effect, or has none. The question may be asked anew. */
  forgetForm(address: QuestionAddress, id: string): void {
    this.#forms.close(address, id);
  }

  /** The questions of a task, as a session has them; `undefined` if it has no stream of this process. */
  find(session: string, taskId: string): SessionQuestions | undefined {
    return this.#questions.get(toName(session, taskId));
  }
}

function toName(session: string, taskId: string): string {
  return `${session} ${taskId}`;
}
