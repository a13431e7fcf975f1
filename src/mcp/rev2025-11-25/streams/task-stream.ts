import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { QuestionStream } from '../../../service/questions/question-stream.js';
import type { TasksBinding } from '../request/binding.js';
import type { ClientStream } from '../request/exchange.js';
import { protocol } from '../wire/protocol.js';
import { RELATED_TASK_META_KEY, toWireTask } from '../wire/to-wire.js';

/** A client without a session cannot be asked. All such clients share the reported progress of a task. */
const NO_SESSION = 'none';

export interface TaskStreamOptions {
  /**
   * The task's ID, if the client knows it. The client of a plain call does not, so its messages do not name the task.
   */
  readonly namedTaskId?: string;
  readonly isWaiting: boolean;
  /** Called with the questions that the client is not asked any further. Default: nobody is told. */
  readonly onGivenUp?: QuestionStream['onGivenUp'];
}

/** Shows a client the news of one task while a stream is open: progress, status and questions. */
export class TaskStream {
  readonly #stream: ClientStream;
  readonly #binding: TasksBinding;
  readonly #questions: QuestionStream;
  /** The shown task. Absent: no task yet. */
  #taskId: string | undefined;
  #isClosed = false;
  readonly #meta: Readonly<Record<string, unknown>> | undefined;

  constructor(
    stream: ClientStream,
    binding: TasksBinding,
    { namedTaskId, isWaiting, onGivenUp }: TaskStreamOptions,
  ) {
    this.#stream = stream;
    this.#binding = binding;
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
    await this.#showProgress(task);
    await this.#showStatus(task);
    // A closed stream must not take questions, since no other stream would show them.
    if (this.#isClosed) return;
    this.#taskId = task.taskId;
    if (endsAtMs !== undefined) this.#questions.endsAtMs = endsAtMs;
    await this.#binding.desk.show(task, this.#questions);
  }

  /** Closes the stream. Another stream may take over its questions. */
  close(): void {
    this.#isClosed = true;
    if (this.#taskId === undefined) return;
    // Only the client of a plain call does not know the task's ID.
    this.#binding.desk.leave(this.#taskId, this.#questions, this.#meta === undefined);
  }

  async #showProgress(task: Task): Promise<void> {
    const progressToken = task.origin?.progressToken;
    // No progress may follow a terminal status (Progress › Behavior Requirements).
    if (progressToken === undefined || isTerminal(protocol.toStatus(task))) return;
    const progress = this.#binding.progress.next(task, this.#questions.session);
    if (!progress) return;
    const meta = this.#meta && { _meta: this.#meta };
    await this.#stream.send({
      method: 'notifications/progress',
      params: { progressToken, ...progress, ...meta },
    });
  }

  async #showStatus(task: Task): Promise<void> {
    if (!this.#meta) return;
    const { connection, send } = this.#stream;
    const { toldStatuses } = connection;
    const wire = toWireTask(task);
    const status = JSON.stringify([wire.status, wire.statusMessage]);
    const told = toldStatuses.get(task.taskId);
    toldStatuses.set(task.taskId, status);
    if (told === undefined || told === status) return;
    await send({ method: 'notifications/tasks/status', params: wire });
  }
}
