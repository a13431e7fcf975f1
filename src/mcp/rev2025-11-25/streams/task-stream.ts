import { isTerminal } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import type { ClientStream, QuestionStream } from '../../../service/questions/client-stream.js';
import type { TasksBinding } from '../binding.js';
import { protocol } from '../wire/protocol.js';
import { RELATED_TASK_META_KEY, toWireTask } from '../wire/to-wire.js';

/** The last status that a connection was sent of each task, by task ID. */
export interface ToldStatuses {
  get(taskId: string): string | undefined;
  set(taskId: string, status: string): unknown;
}

export interface TaskClientStream extends ClientStream {
  /** The sent statuses. Streams of one connection share them. */
  readonly toldStatuses: ToldStatuses;
}

export interface TaskStreamOptions {
  readonly binding: TasksBinding;
  readonly owner: string;
  /**
   * The task's ID, if the client knows it. The client of a plain call does not, so its messages do not name the task.
   */
  readonly namedTaskId?: string;
  readonly isWaiting: boolean;
}

/** Shows a client the news of one task while a stream is open: progress, status and questions. */
export class TaskStream {
  readonly #stream: TaskClientStream;
  readonly #options: TaskStreamOptions;
  readonly #questions: QuestionStream;
  /** The shown task. Absent: no task yet. */
  #taskId: string | undefined;
  #isClosed = false;
  readonly #meta: Readonly<Record<string, unknown>> | undefined;

  constructor(stream: TaskClientStream, options: TaskStreamOptions) {
    const { owner, isWaiting, namedTaskId } = options;
    this.#stream = stream;
    this.#options = options;
    this.#meta =
      namedTaskId === undefined ? undefined : { [RELATED_TASK_META_KEY]: { taskId: namedTaskId } };
    this.#questions = { ...stream, owner, isWaiting, meta: this.#meta };
  }

  async show(task: Task): Promise<void> {
    await this.#showProgress(task);
    await this.#showStatus(task);
    // A closed stream must not take questions, since no other stream would show them.
    if (this.#isClosed) return;
    this.#taskId = task.taskId;
    await this.#options.binding.desk.show(task, this.#questions);
  }

  /** Closes the stream. Another stream may take over its questions. */
  close(): void {
    this.#isClosed = true;
    if (this.#taskId !== undefined) this.#options.binding.desk.leave(this.#taskId, this.#questions);
  }

  async #showProgress(task: Task): Promise<void> {
    const progressToken = task.origin?.progressToken;
    // No progress may follow a terminal status (Progress › Behavior Requirements).
    if (progressToken === undefined || isTerminal(protocol.toStatus(task))) return;
    const { session, send } = this.#stream;
    const progress = this.#options.binding.progress.next(task, session);
    if (!progress) return;
    const meta = this.#meta && { _meta: this.#meta };
    await send({
      method: 'notifications/progress',
      params: { progressToken, ...progress, ...meta },
    });
  }

  async #showStatus(task: Task): Promise<void> {
    if (!this.#meta) return;
    const { toldStatuses, send } = this.#stream;
    const wire = toWireTask(task);
    const status = JSON.stringify([wire.status, wire.statusMessage]);
    const told = toldStatuses.get(task.taskId);
    toldStatuses.set(task.taskId, status);
    if (told === undefined || told === status) return;
    await send({ method: 'notifications/tasks/status', params: wire });
  }
}
