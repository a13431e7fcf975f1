import {
  type Cancellation,
  CANCELLATION_SIGNAL,
  COMPANION_WORKFLOW_TYPE,
  type CompanionInput,
  SYSTEM_TASK_QUEUE,
  toCompanionId,
  toCompanionTaskQueue,
} from '../../core/companion/companion.js';
import { isAccompanied } from '../../core/companion/needs-companion.js';
import type { Task } from '../../core/task/task.js';
import type { CreateTaskRequest } from '../../core/task/tasks.js';
import { describeExecution, findExecution } from '../describe/find-execution.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';

import type { PlannedTask } from './plan-task.js';

/** Key of its memo, which names its task for people. */
const MEMO_KEY = 'mcp.companion';
/** Reason for the termination of a companion without a task of its own. */
const NOT_NEEDED = 'mcp: an earlier start has made the task';
/** Time that a due companion may wait for a Worker, in milliseconds. */
const MAX_OVERDUE_MS = 7 * 24 * 60 * 60_000;

/** What every start of a companion has. */
function toStart(
  { taskId, toolName, createdAt }: Pick<Task, 'taskId' | 'toolName' | 'createdAt'>,
  taskQueue: CompanionInput['taskQueue'],
) {
  const input: CompanionInput = { taskId, toolName, createdAt, taskQueue };
  return {
    workflowId: toCompanionId(input),
    taskQueue: SYSTEM_TASK_QUEUE,
    args: [input],
    memo: { [MEMO_KEY]: { v: 1, taskId } },
    staticSummary: `Accompanies a task of ${toolName}`,
    // A repeated call finds the companion of the attempt that got no answer.
    workflowIdConflictPolicy: 'USE_EXISTING',
  } as const;
}

/**
 * The companion that a task has from its start, if its tool has webhooks or its questions are declined in time. It
 * starts before the task. So a crash in between leaves a companion without a task, which ends by itself, but never a
 * task without its companion.
 */
export class TaskCompanion {
  readonly #calls: TemporalCalls;
  readonly #task: Task;
  readonly #taskQueue: string | undefined;
  #isStarted = false;

  constructor(
    calls: TemporalCalls,
    { request, planned }: { readonly request: CreateTaskRequest; readonly planned: PlannedTask },
    serverName: string,
  ) {
    this.#calls = calls;
    this.#task = planned.task;
    this.#taskQueue = isAccompanied(request.tool) ? toCompanionTaskQueue(serverName) : undefined;
  }

  /** Call it before each attempt to start the task. */
  async start(): Promise<void> {
    if (this.#isStarted || this.#taskQueue === undefined) return;
    const start = toStart(this.#task, this.#taskQueue);
    await this.#calls.run(async ({ workflow }) => workflow.start(COMPANION_WORKFLOW_TYPE, start));
    this.#isStarted = true;
  }

  /** Ends the companion if this start has not created its task. A failure does not matter: it ends by itself. */
  async discard(): Promise<void> {
    if (!this.#isStarted) return;
    const { taskId, createdAt } = this.#task;
    try {
      const present = await findExecution(this.#calls, taskId);
      // Two replicas have made an equal start at the same millisecond: they have one companion, too.
      if (present?.meta?.createdAt === createdAt) return;
      await this.#calls.run(async ({ workflow }) =>
        workflow.getHandle(toCompanionId(this.#task)).terminate(NOT_NEEDED),
      );
    } catch {
      // It has ended in the meantime, or will end by itself.
    }
  }
}

/**
 * Tells the companion of a task of its cancellation, if its tool has a time of grace. If the task has no companion, it
 * gets one. Temporal keeps the time, so no process of the server has to remember it.
 */
export async function endAfterGrace(
  calls: TemporalCalls,
  task: TemporalTask,
  signal: Cancellation['signal'],
): Promise<void> {
  const { terminateAfterMs: graceMs, cancelRequested: isRepeated } = task;
  if (graceMs === undefined) return;
  const { firstRunId } = await describeExecution(calls, task.taskId);
  const cancellation: Cancellation = { firstRunId, graceMs, signal, isRepeated };
  await calls.run(async () =>
    calls.starts.signalWithStart(COMPANION_WORKFLOW_TYPE, {
      ...toStart(task, undefined),
      signal: CANCELLATION_SIGNAL,
      signalArgs: [cancellation],
      // If only the companion requests the cancellation, the task gets the same time again.
      workflowExecutionTimeout: 2 * graceMs + MAX_OVERDUE_MS,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    }),
  );
}
