import { randomUUID } from 'node:crypto';

import { CANCEL_REASON, CANCEL_REQUEST_ID } from '../../core/companion/companion.js';
import { CANCEL_SIGNAL, type CancelSignalPayload } from '../../core/contract/contract.js';
import { hasCode, isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';
import { refuseOwnersMessage } from '../../core/question/approvers.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { isClosed, isTerminal } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { CancelOptions } from '../../core/task/tasks.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { limitText } from '../../core/value/client-limits.js';
import { isRefusedForState } from '../link/from-temporal-error.js';
import { signalWorkflow } from '../link/signal-workflow.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { TemporalTask } from '../read/to-task.js';
import { endAfterGrace } from '../start/task-companion.js';
import type { TaskReader } from '../task/task-reader.js';
import type { TaskWatcher } from '../watch/task-watcher.js';

/** Requests cancellation. Has no effect on an Activity that has closed, or whose cancellation was requested. */
async function cancelActivity(
  calls: TemporalCalls,
  activityId: string,
  reason: string,
): Promise<void> {
  try {
    await calls.run(async ({ workflowService, options: { namespace, identity } }) =>
      workflowService.requestCancelActivityExecution({
        namespace,
        activityId,
        identity,
        requestId: CANCEL_REQUEST_ID,
        reason,
      }),
    );
  } catch (error) {
    if (!isTaskError(error) || !isRefusedForState(error)) throw error;
  }
}

export interface CancelDependencies {
  readonly calls: TemporalCalls;
  readonly reader: TaskReader;
  readonly watcher: TaskWatcher;
  readonly tools: ToolCatalog;
}

function alreadyTerminal(status: string): TaskError {
  return new TaskError(
    TaskErrorCode.taskTerminal,
    `The task cannot be cancelled: it is already ${status}.`,
  );
}

interface CancelSignal {
  readonly name: string;
  readonly payload: CancelSignalPayload;
}

/** The Signal that says why. None if it might answer a question that the owner may not answer. */
function toSignal(
  tools: ToolCatalog,
  task: TemporalTask,
  reason: string | undefined,
): CancelSignal | undefined {
  const tool = tools.get(task.toolName);
  const name = tool === undefined ? CANCEL_SIGNAL : tool.cancel.signal;
  if (name === null) return undefined;
  const isOfContract = name === CANCEL_SIGNAL;
  if (!isOfContract && refuseOwnersMessage(tools, task, { kind: 'signal', name })) return undefined;
  const at = new Date().toISOString();
  return { name, payload: { by: 'client', at, reason } };
}

/** Errors of a Signal that a cancellation does without: the execution has closed, or takes no more Signals. */
const NEEDLESS: readonly TaskErrorCode[] = [TaskErrorCode.taskNotFound, TaskErrorCode.full];

/** Signals the reason to the Workflow before the cancellation itself. */
async function sendSignal(
  calls: TemporalCalls,
  taskId: string,
  signal: CancelSignal,
): Promise<void> {
  try {
    const { name, payload } = signal;
    await signalWorkflow(calls, { workflowId: taskId, name, arguments: [payload] });
  } catch (error) {
    if (!hasCode(error, ...NEEDLESS)) throw error;
  }
}

export interface CancelTarget {
  readonly taskId: string;
  readonly owner: string;
}

/** In this process, only one cancellation of a task runs at a time. */
export class TaskCanceller {
  readonly #dependencies: CancelDependencies;
  /** Cancellations under way, by task. The service would silently accept a second request. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(dependencies: CancelDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * A second concurrent call in this process learns that the task is cancelled already. In different processes, both
   * may succeed with the same effect.
   *
   * @throws {TaskError} `taskTerminal` if it has already ended.
   */
  async cancel(target: CancelTarget, options: CancelOptions): Promise<Task> {
    const before = this.#underWay.get(target.taskId) ?? Promise.resolve();
    const cancelling = before.then(async () => this.#cancelNow(target, options));
    const settled = cancelling.catch(() => undefined);
    this.#underWay.set(target.taskId, settled);
    try {
      return await cancelling;
    } finally {
      if (this.#underWay.get(target.taskId) === settled) this.#underWay.delete(target.taskId);
    }
  }

  /**
   * Starts the companion, signals the reason, requests cancellation, and reads the service's record. Needs no Worker.
   * After a crash at any step, a running task can be cancelled again.
   */
  async #cancelNow(
    { taskId, owner }: CancelTarget,
    { reason: clientReason, protocol }: CancelOptions,
  ): Promise<Task> {
    const { calls, reader, tools } = this.#dependencies;
    const before = await reader.read(taskId, owner);
    const statusBefore = protocol.toStatus(before);
    if (isTerminal(statusBefore)) throw alreadyTerminal(statusBefore);

    const reason = clientReason === undefined ? undefined : limitText('cancelReason', clientReason);
    const isActivity = kindOfTaskId(taskId) === 'activity';
    const signal = isActivity ? undefined : toSignal(tools, before, reason);
    // The companion comes first: after a crash at this point, no cancelled task is without it. Before it terminates the
    // task, it requests the cancellation if the server has not.
    await endAfterGrace(calls, before, signal);
    if (signal) await sendSignal(calls, taskId, signal);
    await this.#requestCancellation(taskId, reason);

    const after = await reader.read(taskId, owner);
    // The service accepts a request for a closed execution without any effect.
    if (isClosed(after.phase) && !after.cancelRequested && after.phase !== 'cancelled') {
      throw alreadyTerminal(protocol.toStatus(after));
    }
    return after;
  }

  async #requestCancellation(taskId: string, clientReason: string | undefined): Promise<void> {
    const { calls, reader, watcher } = this.#dependencies;
    const reason = clientReason ?? CANCEL_REASON;
    await (kindOfTaskId(taskId) === 'activity'
      ? cancelActivity(calls, taskId, reason)
      : cancelWorkflow(calls, taskId, reason));
    reader.forgetReadsUnderWay(taskId);
    watcher.notify(taskId);
  }
}

async function cancelWorkflow(calls: TemporalCalls, taskId: string, reason: string): Promise<void> {
  // The raw call, since the Client's `cancel()` takes no reason.
  await calls.run(async (client) =>
    client.workflowService.requestCancelWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: taskId },
      identity: client.options.identity,
      requestId: randomUUID(),
      reason,
    }),
  );
}
