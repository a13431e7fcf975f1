import { randomBytes } from 'node:crypto';

import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { SYSTEM_TASK_QUEUE } from '../../core/task/termination-grace.js';
import {
  NOTIFIER_WORKFLOW_TYPE,
  type NotifierInput,
  toNotifierId,
  toWebhookTaskQueue,
} from '../../core/webhook/notifier.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './plan-task.js';

const MARK_BYTES = 6;
/** Reason for the termination of a notifier without a task of its own. */
const NOT_NEEDED = 'mcp: an earlier start has made the task';
/** Key of the notifier's memo, which names its task for people. */
const MEMO_KEY = 'mcp.notify';

/**
 * The notifier of a task whose tool has webhooks. It starts before the task. So a crash in between leaves a notifier
 * without a task, which ends by itself, but never a task without its notifier.
 */
export class TaskNotifier {
  readonly #calls: TemporalCalls;
  readonly #request: CreateTaskRequest;
  readonly #planned: PlannedTask;
  readonly #serverName: string;
  #startedId: string | undefined;

  constructor(
    calls: TemporalCalls,
    { request, planned }: { readonly request: CreateTaskRequest; readonly planned: PlannedTask },
    serverName: string,
  ) {
    this.#calls = calls;
    this.#request = request;
    this.#planned = planned;
    this.#serverName = serverName;
  }

  /** Call it before each attempt to start the task. Does nothing for a tool without webhooks. */
  async start(): Promise<void> {
    const { tool } = this.#request;
    if (tool.webhooks.length === 0 || this.#startedId !== undefined) return;
    const { taskId, createdAt } = this.#planned.task;
    const workflowId = toNotifierId(taskId, randomBytes(MARK_BYTES).toString('hex'));
    const input: NotifierInput = {
      taskId,
      toolName: tool.name,
      createdAt,
      taskQueue: toWebhookTaskQueue(this.#serverName),
    };
    await this.#calls.run(async (client) =>
      client.workflow.start(NOTIFIER_WORKFLOW_TYPE, {
        workflowId,
        taskQueue: SYSTEM_TASK_QUEUE,
        args: [input],
        memo: { [MEMO_KEY]: { v: 1, taskId } },
        staticSummary: `Calls the webhooks of ${tool.name}`,
        // A repeated call finds the notifier of the attempt that got no answer.
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    );
    this.#startedId = workflowId;
  }

  /** Ends the notifier if this start has not created its task. A failure does not matter, since it ends by itself. */
  async discard(): Promise<void> {
    const workflowId = this.#startedId;
    if (workflowId === undefined) return;
    try {
      await this.#calls.run(async (client) =>
        client.workflow.getHandle(workflowId).terminate(NOT_NEEDED),
      );
    } catch {
      // It has ended in the meantime, or will end by itself.
    }
  }
}
