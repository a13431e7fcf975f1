/** Steps of most tests with tasks, over any transport. */
import type { Task } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@temporalio/client';

import { eventually } from '../eventually.js';
import type { RawMcp, RawMessage } from '../raw-mcp.js';

/** A peer that can send requests. */
type Requester = Pick<RawMcp, 'request'>;

/** Returns the result of a reply. Throws for an error. */
export async function resultOf(reply: Promise<RawMessage>): Promise<Record<string, unknown>> {
  const { result, error } = await reply;
  if (result) return result;
  throw new Error(`An error instead of a result: ${JSON.stringify(error)}`);
}

/** Returns the error of a reply. Throws for a result. */
export async function errorOf(
  reply: Promise<RawMessage>,
): Promise<NonNullable<RawMessage['error']>> {
  const { result, error } = await reply;
  if (error) return error;
  throw new Error(`A result instead of an error: ${JSON.stringify(result)}`);
}

/** Calls a tool as a task, and returns the whole `CreateTaskResult`. */
export async function callAsTask(
  mcp: Requester,
  name: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown> & { task: Task }> {
  const result = await resultOf(mcp.request('tools/call', { name, task: {}, ...params }));
  return result as Record<string, unknown> & { task: Task };
}

/** Calls a tool as a task, and returns the ID of the task. */
export async function createTask(
  mcp: Requester,
  name: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return (await callAsTask(mcp, name, params)).task.taskId;
}

/** Sends one `tasks/get`. */
export async function getTask(mcp: Requester, taskId: string): Promise<Task> {
  return (await resultOf(mcp.request('tasks/get', { taskId }))) as Task;
}

/** Polls until the task has a status. */
export async function untilStatus(
  mcp: Requester,
  taskId: string,
  status: Task['status'],
): Promise<Task> {
  return eventually(`${taskId} is ${status}`, async () => {
    const task = await getTask(mcp, taskId);
    return task.status === status ? task : undefined;
  });
}

/** Creates a cancelled task whose work goes on until {@link finish} ends it. */
export async function createCancelledTask(mcp: Requester): Promise<string> {
  const taskId = await createTask(mcp, 'ignore_cancellation');
  await resultOf(mcp.request('tasks/cancel', { taskId }));
  return taskId;
}

/** All tasks of `tasks/list`, over all pages. */
export async function listAllTasks(mcp: Requester): Promise<Task[]> {
  const tasks: Task[] = [];
  let cursor: unknown;
  do {
    const page = await resultOf(mcp.request('tasks/list', cursor === undefined ? {} : { cursor }));
    tasks.push(...(page['tasks'] as Task[]));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return tasks;
}

export async function listTaskIds(mcp: Requester): Promise<string[]> {
  return (await listAllTasks(mcp)).map(({ taskId }) => taskId);
}

/** The tasks created since a time, in milliseconds since the epoch. */
export async function listTasksSince(mcp: Requester, ms: number): Promise<Task[]> {
  return (await listAllTasks(mcp)).filter(({ createdAt }) => Date.parse(createdAt) >= ms);
}

/** Ends a Workflow that waits for the Signal `finish`, with any JSON as its result. */
export async function finish(temporal: Client, taskId: string, result: unknown): Promise<void> {
  await temporal.workflow.getHandle(taskId).signal('finish', result);
}
