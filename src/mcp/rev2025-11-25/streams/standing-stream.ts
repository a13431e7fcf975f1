import { isClosed } from '../../../core/task/task-status.js';
import type { Task } from '../../../core/task/task.js';
import { isTerminalTask } from '../../../service/calls/answer/outcome.js';
import { refuseQuestions } from '../../../service/questions/refuse-questions.js';
import type { TasksBinding } from '../request/binding.js';
import type { ClientStream } from '../request/exchange.js';
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
  readonly #binding: TasksBinding;
  readonly #shown = new Map<string, TaskStream>();
  /** Controllers that end the waits for tasks, in the order in which the waits began. */
  readonly #followed = new Map<string, AbortController>();
  #isClosed = false;

  constructor(stream: ClientStream, binding: TasksBinding) {
    this.#stream = stream;
    this.#binding = binding;
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
      this.#binding.tasks
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
    for (const taskId of [...this.#followed.keys(), ...this.#shown.keys()]) this.#leave(taskId);
  }

  async #show(task: Task): Promise<void> {
    if (this.#isClosed) return;
    const { tasks } = this.#binding;
    const shown = this.#shown.get(task.taskId) ?? this.#open(task.taskId);
    const isFinal = isTerminalTask(task, protocol);
    // Only invalid questions are refused here, since another client of the owner may show the others.
    await shown.show(isFinal ? task : await refuseQuestions(this.#stream, task, tasks));
    if (isClosed(task.phase)) this.#leave(task.taskId);
  }

  #open(taskId: string): TaskStream {
    const [longest] = this.#shown.keys();
    if (this.#shown.size >= MAX_TASKS && longest !== undefined) this.#leave(longest);
    const named = { namedTaskId: taskId, isWaiting: false };
    const shown = new TaskStream(this.#stream, this.#binding, named);
    this.#shown.set(taskId, shown);
    return shown;
  }

  #leave(taskId: string): void {
    this.#followed.get(taskId)?.abort();
    this.#followed.delete(taskId);
    this.#shown.get(taskId)?.close();
    this.#shown.delete(taskId);
  }
}
