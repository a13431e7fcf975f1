import { randomUUID } from 'node:crypto';

import { CANCEL_SIGNAL, type CancelSignalPayload } from '../core/contract.js';
import { isTaskError, TaskError, TaskErrorCode } from '../core/errors.js';
import { isClosed, isTerminal } from '../core/task-status.js';
import type { Task } from '../core/task.js';
import type { CancelOptions, Owner } from '../core/tasks.js';
import type { ToolCatalog, ToolDefinition } from '../core/tool-definition.js';

import { startCompanion } from './start-companion.js';
import type { TaskReader } from './task-reader.js';
import type { TaskWatcher } from './task-watcher.js';
import type { TemporalCalls } from './temporal-calls.js';

/** What cancelling needs. */
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

/** What tells the Workflow why it has to stop, if anything does. */
interface CancelSignal {
  readonly name: string;
  readonly payload: CancelSignalPayload;
}

function toSignal(
  tool: ToolDefinition | undefined,
  reason: string | undefined,
): CancelSignal | undefined {
  const name = tool === undefined ? CANCEL_SIGNAL : tool.cancelSignal;
  if (name === null) return undefined;
  const at = new Date().toISOString();
  return { name, payload: { by: 'client', at, ...(reason !== undefined && { reason }) } };
}

/**
 * Tells the Workflow why, ahead of the cancellation itself. An execution that has closed meanwhile needs no telling.
 */
async function sendSignal(
  calls: TemporalCalls,
  taskId: string,
  signal: CancelSignal,
): Promise<void> {
  try {
    await calls.run(async (client) =>
      client.workflow.getHandle(taskId).signal(signal.name, signal.payload),
    );
  } catch (error) {
    if (!(isTaskError(error) && error.code === TaskErrorCode.taskNotFound)) throw error;
  }
}

/** Cancellations under way in this process, by task: the service takes a second one without a word. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Cancels a task, one caller after the other: of two at once, the second is told that the task is cancelled
 * already. Between processes both may succeed; the task is cancelled once all the same.
 */
export async function cancelTask(
  dependencies: CancelDependencies,
  target: { readonly taskId: string; readonly owner: Owner },
  options: CancelOptions,
): Promise<Task> {
  const before = underWay.get(target.taskId) ?? Promise.resolve();
  const cancelling = before.then(async () => cancelNow(dependencies, target, options));
  const settled = cancelling.catch(() => undefined);
  underWay.set(target.taskId, settled);
  try {
    return await cancelling;
  } finally {
    if (underWay.get(target.taskId) === settled) underWay.delete(target.taskId);
  }
}

/**
 * Makes sure of the end, signals the reason, requests cancellation, and reads back what the service recorded. Needs no
 * Worker.
 */
async function cancelNow(
  { calls, reader, watcher, tools }: CancelDependencies,
  target: { readonly taskId: string; readonly owner: Owner },
  { reason, protocol, outlastsTtl = false }: CancelOptions,
): Promise<Task> {
  const { taskId, owner } = target;
  const before = await reader.read(taskId, owner, { outlastsTtl });
  const statusBefore = protocol.toStatus(before);
  if (isTerminal(statusBefore)) throw alreadyTerminal(statusBefore);

  const signal = toSignal(tools.get(before.toolName), reason);
  // First, so that no cancelled task is left without it if this process dies on the way. A companion finds out
  // whether the task was asked to stop, and asks it before it terminates it.
  await startCompanion(calls, before, signal);
  if (signal) await sendSignal(calls, taskId, signal);
  // The raw call, since the Client's `cancel()` takes no reason.
  await calls.run(async (client) =>
    client.workflowService.requestCancelWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId: taskId },
      identity: client.options.identity,
      requestId: randomUUID(),
      reason: reason ?? 'MCP client cancelled the task',
    }),
  );
  reader.forgetReadsUnderWay(taskId);
  watcher.notify(taskId);

  const after = await reader.read(taskId, owner, { outlastsTtl });
  // The service takes a request for a closed execution without an error and does nothing.
  if (isClosed(after.phase) && !after.cancelRequested && after.phase !== 'cancelled') {
    throw alreadyTerminal(protocol.toStatus(after));
  }
  return after;
}
