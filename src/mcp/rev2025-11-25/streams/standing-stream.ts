import { isClosed } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { isTerminalTask } from '../../../service/calls/answer/outcome.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import type { ClientStream } from '../request/exchange.js';
import type { Rev2025 } from '../request/served.js';
import { protocol } from '../wire/protocol.js';

import { TaskStream } from './task-stream.js';

/** Maximum number of tasks on one stream. A newer task replaces the oldest one. */
const MAX_TASKS = 100;

/**
 * A stream that waits for no task: a client's GET, or a connection over stdio. It shows news of the tasks that its
 * session has created or read through this process. Clients that open `tasks/result` only after the end of a task depend on it.
 */
export class StandingStream {
  readonly #stream: ClientStream;
  readonly #rev: Rev2025;
  readonly #streams = new Map<string, TaskStream>();
  /** Controllers that end the waits for tasks, in the order in which the waits began. */
  readonly #followed = new Map<string, AbortController>();
  #isClosed = false;

  constructor(stream: ClientStream, rev: Rev2025) {
    this.#stream = stream;
    this.#rev = rev;
  }

  /** Shows one task until it has closed. */
  follow(taskId: string): void {
    if (this.#isClosed || this.#followed.has(taskId)) return;
    const [longest] = this.#followed.keys();
    if (this.#followed.size >= MAX_TASKS && longest !== undefined) this.#leave(longest);
    const stop = new AbortController();
    this.#followed.set(taskId, stop);
    // News of a task must follow the reply that tells its ID.
    setTimeout(() => {
      this.#rev.tasks
        .waitFor(this.#stream, taskId, {
          signal: stop.signal,
          until: ({ phase }) => isClosed(phase),
          onReading: async (task) => this.#show(task),
        })
        // The client learns of a read error when it asks for the task.
        .catch(() => undefined)
        .finally(() => {
          if (this.#followed.get(taskId) === stop) this.#leave(taskId);
        });
    }, 0);
  }

  /** Closes the stream. Another stream may take over its questions. */
  close(): void {
    this.#isClosed = true;
    for (const taskId of [...this.#followed.keys(), ...this.#streams.keys()]) this.#leave(taskId);
  }

  async #show(task: Task): Promise<void> {
    if (this.#isClosed) return;
    const { tasks } = this.#rev;
    const stream = this.#streams.get(task.taskId) ?? this.#open(task.taskId);
    const isFinal = isTerminalTask(task, protocol);
    // Only invalid questions are refused here, since another client of the owner may show the others.
    await stream.show(isFinal ? task : await refuseQuestions(this.#stream, task, tasks));
    if (isClosed(task.phase)) this.#leave(task.taskId);
  }

  #open(taskId: string): TaskStream {
    const [longest] = this.#streams.keys();
    if (this.#streams.size >= MAX_TASKS && longest !== undefined) this.#leave(longest);
    const named = { namedTaskId: taskId, isWaiting: false };
    const stream = new TaskStream(this.#stream, this.#rev, named);
    this.#streams.set(taskId, stream);
    return stream;
  }

  #leave(taskId: string): void {
    this.#followed.get(taskId)?.abort();
    this.#followed.delete(taskId);
    this.#streams.get(taskId)?.close();
    this.#streams.delete(taskId);
  }
}
