import { CLIENT_TASK_SIGNAL, type ClientTaskSignalPayload } from '../../core/contract/contract.js';
import { hasCode, TaskError, TaskErrorCode } from '../../core/errors.js';
import { refuseOwnersMessage } from '../../core/question/approvers.js';
import { isForClients } from '../../core/question/question.js';
import type {
  KeptClientTask,
  MessageOutcome,
  MessageRefusal,
  TaskMessage,
  TaskRequest,
  UpdateQuery,
} from '../../core/task/task-message.js';
import { isClosed } from '../../core/task/task-status.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { CLIENT_LIMITS } from '../../core/value/client-limits.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import { queryWorkflow } from '../link/query-workflow.js';
import { signalWorkflow } from '../link/signal-workflow.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { awaitUpdate, updateWorkflow } from '../link/update-workflow.js';
import { describeStart } from '../read/open-status.js';
import type { TemporalTask } from '../read/to-task.js';
import { readReturned } from '../task/read-returned.js';
import type { TaskReader } from '../task/task-reader.js';
import type { TaskWatcher } from '../watch/task-watcher.js';

import type { AnswerDependencies } from './answer-task.js';

/** Signals to a Workflow the task that a client has created for one of its questions. */
async function keepClientTask(
  { calls, reader, watcher }: AnswerDependencies,
  { taskId, owner }: { readonly taskId: string; readonly owner: string },
  { key, clientTask }: KeptClientTask,
): Promise<void> {
  const { questions } = await reader.read(taskId, owner);
  const question = questions.filter(isForClients).find((open) => open.key === key);
  if (!question) return;
  if (question.takesClientTask !== true) {
    throw new TaskError(
      TaskErrorCode.invalidInput,
      `The question ${key} cannot be answered by a task: answer it plainly. It stays open.`,
    );
  }
  if ((clientTask?.taskId.length ?? 0) > CLIENT_LIMITS.clientTaskId.most) {
    throw new TaskError(
      TaskErrorCode.invalidInput,
      `The ID of the task that is to answer ${key} is longer than ${CLIENT_LIMITS.clientTaskId.most} characters. The question stays open.`,
    );
  }
  const payload: ClientTaskSignalPayload = { [key]: clientTask };
  try {
    const message = { workflowId: taskId, name: CLIENT_TASK_SIGNAL, arguments: [payload] };
    await signalWorkflow(calls, message);
  } catch (error) {
    // The task has ended meanwhile and needs no client task.
    if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
  }
  watcher.notify(taskId);
}

export interface MessageDependencies {
  readonly calls: TemporalCalls;
  readonly reader: TaskReader;
  readonly watcher: TaskWatcher;
  readonly tools: ToolCatalog;
}

export interface MessageTask {
  readonly taskId: string;
  readonly owner: string;
}

/** A task of another Workflow Type and an expired task count as unknown. */
async function readTask(
  { reader }: MessageDependencies,
  { taskId, owner }: MessageTask,
  workflowType: string,
): Promise<TemporalTask> {
  try {
    const task = await reader.read(taskId, owner);
    if (task.workflowType === workflowType) return task;
  } catch (error) {
    if (!hasCode(error, TaskErrorCode.taskExpired)) throw error;
  }
  throw taskNotFound();
}

function alreadyEnded(cause?: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.taskTerminal,
    'Nothing was sent: the task has already ended.',
    { cause },
  );
}

function notBegun(startsMs: number): MessageRefusal {
  const mend = `${describeStart(startsMs)}: try again then.`;
  return { why: 'The workflow has not begun', mend };
}

async function carry(
  calls: TemporalCalls,
  workflowId: string,
  message: TaskMessage,
): Promise<MessageOutcome> {
  const { name, arguments: values, limitMs, resultWithinMs, updateId = '', signal } = message;
  switch (message.kind) {
    case 'query':
      return queryWorkflow(calls, { workflowId, name, arguments: values, limitMs, signal });
    case 'signal':
      await signalWorkflow(calls, { workflowId, name, arguments: values });
      return { kind: 'sent' };
    case 'update':
      return updateWorkflow(calls, {
        workflowId,
        updateId,
        name,
        arguments: values,
        limitMs,
        resultWithinMs,
        signal,
      });
  }
}

/** A Query needs a Worker and works on closed executions; other messages need an open one. */
async function messageTask(
  dependencies: MessageDependencies,
  target: MessageTask,
  message: TaskMessage,
): Promise<MessageOutcome> {
  const { calls, reader, watcher, tools } = dependencies;
  const { taskId } = target;
  const task = await readTask(dependencies, target, message.workflowType);
  const refusal = refuseOwnersMessage(tools, task, message);
  if (refusal) throw refusal;
  const isQuery = message.kind === 'query';
  if (!isQuery && isClosed(task.phase)) throw alreadyEnded();
  // Temporal keeps a Signal until then. Other messages can't wait beyond their limit.
  const startsMs = Date.parse(task.startsAt ?? '');
  if (message.kind !== 'signal' && startsMs - Date.now() > message.limitMs) {
    return { kind: 'refused', refusal: notBegun(startsMs) };
  }
  try {
    return await carry(calls, taskId, message);
  } catch (error) {
    const isGone = hasCode(error, TaskErrorCode.taskNotFound);
    throw isGone && !isQuery ? alreadyEnded(error) : error;
  } finally {
    if (!isQuery) {
      reader.expectNews(taskId);
      watcher.notify(taskId);
    }
  }
}

async function readUpdate(
  dependencies: MessageDependencies,
  target: MessageTask,
  { workflowType, updateId, withinMs, signal }: UpdateQuery,
): Promise<MessageOutcome> {
  await readTask(dependencies, target, workflowType);
  const update = { workflowId: target.taskId, updateId };
  try {
    return await awaitUpdate(dependencies.calls, update, { withinMs, signal });
  } catch (error) {
    if (!hasCode(error, TaskErrorCode.taskNotFound)) throw error;
    const message =
      'There is no such update: the ID is unknown, or no worker has accepted it in time. It had no effect.';
    throw new TaskError(TaskErrorCode.invalidInput, message, { cause: error });
  }
}

export async function sendToTask(
  dependencies: MessageDependencies,
  target: MessageTask,
  request: TaskRequest,
): Promise<MessageOutcome> {
  switch (request.kind) {
    case 'updateResult':
      return readUpdate(dependencies, target, request);
    case 'returned':
      return { kind: 'answered', value: await readReturned(dependencies, target) };
    case 'clientTask':
      await keepClientTask(dependencies, target, request);
      return { kind: 'sent' };
    case 'query':
    case 'signal':
    case 'update':
      return messageTask(dependencies, target, request);
  }
}
