/** Calls of tools as tasks, for the commands that are MCP clients. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { isTerminal, type Task } from '@modelcontextprotocol/sdk/experimental/tasks';
import {
  type CallToolResult,
  CallToolResultSchema,
  CreateTaskResultSchema,
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/sdk/types.js';

import { toTyped } from './this-program.js';

const POLL_MS = 1_000;

export interface TaskCallsOptions {
  /** Limit of each request and of each wait, in milliseconds. */
  readonly limitMs: number;
  /** Called with each reading of a task, the unchanged ones, too. */
  readonly onReading: (task: Task) => void;
}

export class TaskCalls {
  readonly #client: Client;
  readonly #options: TaskCallsOptions;
  readonly #created = new Set<string>();

  constructor(client: Client, options: TaskCallsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Answers the questions of these calls. Other tasks of the same user may ask, too: their own clients answer. */
  answerWith(answer: (params: ElicitRequest['params']) => Promise<ElicitResult>): void {
    this.#client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const taskId = params._meta?.[RELATED_TASK_META_KEY]?.taskId;
      if (taskId !== undefined && !this.#created.has(taskId)) return new Promise(() => undefined);
      return answer(params);
    });
  }

  /** The server answers at once with a task ID. */
  async start(name: string, args: Readonly<Record<string, unknown>>): Promise<Task> {
    const { task } = await this.#client.request(
      { method: 'tools/call', params: { name, arguments: args } },
      CreateTaskResultSchema,
      { timeout: this.#options.limitMs, task: {} },
    );
    this.#created.add(task.taskId);
    return task;
  }

  /**
   * Reads a task at the server's interval.
   *
   * @param until Default: the status is terminal.
   * @throws {Error} At the limit.
   */
  async poll(
    { taskId }: Task,
    until: (task: Task) => boolean = ({ status }) => isTerminal(status),
  ): Promise<Task> {
    const { limitMs, onReading } = this.#options;
    const givenUpAt = performance.now() + limitMs;
    for (;;) {
      const task = await this.#client.experimental.tasks.getTask(taskId);
      onReading(task);
      if (until(task)) return task;
      if (performance.now() > givenUpAt) {
        const { status, statusMessage = '' } = task;
        throw new Error(
          `${taskId} has not ended its step in ${limitMs / 1000} s (${status} ${statusMessage}). Does a Worker poll its Task Queue? "${toTyped(['dev'])}" starts one.`,
        );
      }
      await pause(task.pollInterval ?? POLL_MS);
    }
  }

  /** Waits for the result. While the task asks, the stream of this request brings its questions. */
  async collect({ taskId }: Task): Promise<CallToolResult> {
    const { tasks } = this.#client.experimental;
    return tasks.getTaskResult(taskId, CallToolResultSchema, { timeout: this.#options.limitMs });
  }

  async cancel({ taskId }: Task): Promise<Task> {
    return this.#client.experimental.tasks.cancelTask(taskId);
  }
}
