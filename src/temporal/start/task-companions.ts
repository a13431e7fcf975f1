import { randomBytes } from 'node:crypto';

import {
  KEEPER_WORKFLOW_TYPE,
  type KeeperInput,
  toKeeperId,
  toKeeperTaskQueue,
} from '../../core/question/deadline-keeper.js';
import { hasDeadlines } from '../../core/question/declared-question.js';
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
/** Reason for the termination of a companion without a task of its own. */
const NOT_NEEDED = 'mcp: an earlier start has made the task';

interface Companion {
  readonly workflowType: string;
  readonly workflowId: string;
  readonly input: NotifierInput | KeeperInput;
  /** Key of its memo, which names its task for people. */
  readonly memoKey: string;
  readonly summary: string;
}

interface Planned {
  readonly request: CreateTaskRequest;
  readonly planned: PlannedTask;
}

/** The companions that a task needs from its start. Each start has its own. */
function toCompanions(
  { request: { tool }, planned }: Planned,
  serverName: string,
): readonly Companion[] {
  const { taskId, createdAt } = planned.task;
  const mark = randomBytes(MARK_BYTES).toString('hex');
  const task = { taskId, toolName: tool.name, createdAt };
  const notifier: Companion = {
    workflowType: NOTIFIER_WORKFLOW_TYPE,
    workflowId: toNotifierId(taskId, mark),
    input: { ...task, taskQueue: toWebhookTaskQueue(serverName) },
    memoKey: 'mcp.notify',
    summary: `Calls the webhooks of ${tool.name}`,
  };
  const keeper: Companion = {
    workflowType: KEEPER_WORKFLOW_TYPE,
    workflowId: toKeeperId(taskId, mark),
    input: { ...task, taskQueue: toKeeperTaskQueue(serverName) },
    memoKey: 'mcp.deadlines',
    summary: `Declines questions of ${tool.name} when their time is over`,
  };
  return [
    ...(tool.webhooks.length > 0 ? [notifier] : []),
    ...(hasDeadlines(tool.questions.declared) ? [keeper] : []),
  ];
}

/**
 * The companions of a task: a notifier if its tool has webhooks, a keeper if its questions are declined in time. They
 * start before the task. So a crash in between leaves a companion without a task, which ends by itself, but never a task
 * without its companions.
 */
export class TaskCompanions {
  readonly #calls: TemporalCalls;
  readonly #needed: readonly Companion[];
  readonly #startedIds = new Set<string>();

  constructor(calls: TemporalCalls, task: Planned, serverName: string) {
    this.#calls = calls;
    this.#needed = toCompanions(task, serverName);
  }

  /** Call it before each attempt to start the task. */
  async start(): Promise<void> {
    for (const companion of this.#needed) await this.#start(companion);
  }

  /** Ends the companions if this start has not created its task. A failure does not matter: they end by themselves. */
  async discard(): Promise<void> {
    for (const workflowId of this.#startedIds) {
      try {
        await this.#calls.run(async (client) =>
          client.workflow.getHandle(workflowId).terminate(NOT_NEEDED),
        );
      } catch {
        // It has ended in the meantime, or will end by itself.
      }
    }
  }

  async #start({ workflowType, workflowId, input, memoKey, summary }: Companion): Promise<void> {
    if (this.#startedIds.has(workflowId)) return;
    const { taskId } = input;
    await this.#calls.run(async (client) =>
      client.workflow.start(workflowType, {
        workflowId,
        taskQueue: SYSTEM_TASK_QUEUE,
        args: [input],
        memo: { [memoKey]: { v: 1, taskId } },
        staticSummary: summary,
        // A repeated call finds the companion of the attempt that got no answer.
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    );
    this.#startedIds.add(workflowId);
  }
}
