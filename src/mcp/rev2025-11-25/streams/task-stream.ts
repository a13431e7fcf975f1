import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { QuestionStream } from '../../../service/questions/shown-question.js';
import type { ClientStream } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { protocol } from '../wire/protocol.js';
import { RELATED_TASK_META_KEY, toWireTask } from '../wire/to-wire.js';

/** A client without a session cannot be asked. All such clients share the reported news of a task. */
const NO_SESSION = 'none';

export interface TaskStreamOptions {
  /**
   * The task's ID, if the client knows it. The client of a plain call does not, so its messages do not name the task.
   */
  readonly namedTaskId?: string | undefined;
  /** The token of a plain call, for its own progress. Absent: it gave none, or the stream is of no plain call. */
  readonly progressToken?: string | number | undefined;
  readonly isWaiting: boolean;
  /** Called with the questions that the client is not asked any further. Default: nobody is told. */
  readonly onGivenUp?: QuestionStream['onGivenUp'] | undefined;
}

/** Shows a client the news of one task while a stream is open: progress, status and questions. */
export class TaskStream {
  readonly #stream: ClientStream;
  readonly #rev: Rev2025;
  readonly #questions: QuestionStream;
  /** The shown task. Absent: no task yet. */
  #taskId: string | undefined;
  #isClosed = false;
  readonly #meta: Readonly<Record<string, unknown>> | undefined;
  readonly #progressToken: string | number | undefined;

  constructor(
    stream: ClientStream,
    rev: Rev2025,
    { namedTaskId, progressToken, isWaiting, onGivenUp }: TaskStreamOptions,
  ) {
    this.#stream = stream;
    this.#rev = rev;
    this.#progressToken = progressToken;
    this.#meta =
      namedTaskId === undefined ? undefined : { [RELATED_TASK_META_KEY]: { taskId: namedTaskId } };
    const { caller, client, connection, send } = stream;
    const { session = NO_SESSION, askable, ownTasks: clientTasks } = client;
    this.#questions = {
      session,
      askable,
      clientTasks,
      askAgainAfterMs: connection.askAgainAfterMs,
      send,
      owner: caller.owner,
      isWaiting,
      onGivenUp,
      meta: this.#meta,
    };
  }

  /** @param endsAtMs Time at which a plain call on this stream is answered at the latest. */
  async show(task: Task, endsAtMs?: number): Promise<void> {
    this.#taskId = task.taskId;
    await this.#showProgress(task);
    await this.#showStatus(task);
    // A closed stream must not take questions, since no other stream would show them.
    if (this.#isClosed) return;
    if (endsAtMs !== undefined) this.#questions.endsAtMs = endsAtMs;
    await this.#rev.desk.show(task, this.#questions);
  }

  /**
   * Closes the stream. Another stream may take over its questions.
   *
   * @param isAnswered The client of a plain call has its answer. Default: no plain call, or the client has left it.
   */
  close(isAnswered = false): void {
    this.#isClosed = true;
    if (this.#taskId === undefined) return;
    this.#rev.memory.statuses.leave(this.#taskId, this.#questions);
    // Only the client of a plain call does not know the task's ID.
    const call = this.#meta ? undefined : isAnswered ? 'answered' : 'left';
    this.#rev.desk.leave(this.#taskId, this.#questions, call);
  }

  /**
   * The token for a task's progress on this stream; `undefined` without one. A call as a task keeps its token until the
   * end of the task, in its own session. Each other request has its own (Progress › Behavior Requirements).
   */
  progressTokenOf({ origin }: Task): string | number | undefined {
    if (!this.#meta) return this.#progressToken;
    return origin?.session === this.#stream.client.session ? origin?.progressToken : undefined;
  }

  async #showProgress(task: Task): Promise<void> {
    const progressToken = this.progressTokenOf(task);
    // No progress may follow a terminal status (Progress › Behavior Requirements).
    if (progressToken === undefined || isTerminal(protocol.toStatus(task))) return;
    const progress = this.#rev.memory.nextProgress(task, this.#questions.session, progressToken);
    if (!progress) return;
    const meta = this.#meta && { _meta: this.#meta };
    await this.#stream.send({
      method: 'notifications/progress',
      params: { progressToken, ...progress, ...meta },
    });
  }

  async #showStatus(task: Task): Promise<void> {
    if (!this.#meta || this.#isClosed) return;
    const wire = toWireTask(task);
    if (!this.#rev.memory.statuses.isNews(wire, this.#questions)) return;
    await this.#stream.send({ method: 'notifications/tasks/status', params: wire });
  }
}
