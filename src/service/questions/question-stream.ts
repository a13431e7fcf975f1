import type {
  OpenInputRequest,
  OpenInputRequests,
} from '../../core/question/open-input-request.js';
import { canBeBrought } from '../../core/question/page-elicitation.js';
import { isTerminal } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';

import type { ClientStream } from './client-stream.js';
import { StreamedQuestion, type StreamedQuestionOptions } from './streamed-question.js';

export type QuestionStreamOptions = Omit<StreamedQuestionOptions, 'onFreed'>;

/** Sends the questions of one task to a client while a stream is open. */
export class QuestionStream {
  readonly #stream: ClientStream;
  readonly #options: QuestionStreamOptions;
  /** Questions of this stream, by key. */
  readonly #questions = new Map<string, StreamedQuestion>();
  #isClosed = false;

  constructor(stream: ClientStream, options: QuestionStreamOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** Sends the new questions of a reading, and withdraws the closed ones. */
  async show(task: Task): Promise<void> {
    // If the status is final for the client, the server expects no answers, even if the Workflow goes on.
    const isFinal = isTerminal(this.#options.protocol.toStatus(task));
    const open: OpenInputRequests = isFinal ? {} : (task.inputRequests ?? {});
    for (const [key, question] of this.#questions) {
      if (!Object.hasOwn(open, key)) await question.takeBack(task);
    }
    for (const [key, request] of Object.entries(open)) {
      if (!this.#canTake(request)) continue;
      // An ended stream must not claim questions, since it would never release them.
      if (this.#isClosed) return;
      await this.#find(key, task).show(request, task);
    }
  }

  /** Ends the stream. Another stream may carry its questions. */
  close(): void {
    this.#isClosed = true;
    for (const question of this.#questions.values()) question.close();
    this.#questions.clear();
  }

  /** Returns true if the client can be asked a question, or can answer it by its own task. */
  #canTake(request: OpenInputRequest): boolean {
    const { askable, clientTasks } = this.#stream;
    return request.heldBy
      ? (clientTasks?.canHold(request) ?? false)
      : canBeBrought(request, askable);
  }

  #find(key: string, { taskId }: Task): StreamedQuestion {
    const known = this.#questions.get(key);
    if (known) return known;
    const question = new StreamedQuestion({ taskId, key }, this.#stream, {
      ...this.#options,
      onFreed: () => {
        this.#showAgain(taskId);
      },
    });
    this.#questions.set(key, question);
    return question;
  }

  /**
   * Reads the task again, since the question may have been answered. If that fails, the next reading shows the
   * question.
   */
  #showAgain(taskId: string): void {
    const { tasks, owner } = this.#options;
    tasks
      .get(taskId, owner)
      .then(async (task) => this.show(task))
      .catch(() => undefined);
  }
}
