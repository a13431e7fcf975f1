/** Steps of most tests of this generation with tasks, over any transport. */
import { eventually } from '../eventually.js';
import type { StatelessMcp } from '../raw-mcp-2026.js';

import { resultOf } from './rev2025-task-steps.js';

/** A task in this generation, with the members that its status adds. */
export interface DetailedTask {
  readonly taskId: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly [member: string]: unknown;
}

export interface InputRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Calls a tool, and returns the result of any type. */
export async function call(
  mcp: StatelessMcp,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  return resultOf(mcp.request('tools/call', { name, arguments: args }));
}

/** Calls a tool as a task, and returns the handle. */
export async function createTask(
  mcp: StatelessMcp,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<DetailedTask> {
  const result = await call(mcp, name, args);
  if (result['resultType'] === 'task') return result as DetailedTask;
  throw new Error(`The call became no task: ${JSON.stringify(result)}`);
}

/** Sends one `tasks/get`. */
export async function getTask(mcp: StatelessMcp, taskId: string): Promise<DetailedTask> {
  return (await resultOf(mcp.request('tasks/get', { taskId }))) as DetailedTask;
}

/** Polls until the task has a status. */
export async function untilStatus(
  mcp: StatelessMcp,
  taskId: string,
  status: DetailedTask['status'],
): Promise<DetailedTask> {
  return eventually(`${taskId} is ${status}`, async () => {
    const task = await getTask(mcp, taskId);
    return task.status === status ? task : undefined;
  });
}

/** Polls until `count` questions are open, and returns them by key. */
export async function untilAsked(
  mcp: StatelessMcp,
  taskId: string,
  count = 1,
): Promise<Readonly<Record<string, InputRequest>>> {
  return eventually(`${taskId} asks ${count} questions`, async () => {
    const { status, inputRequests = {} } = await getTask(mcp, taskId);
    const isAsking = status === 'input_required' && Object.keys(inputRequests).length === count;
    return isAsking ? inputRequests : undefined;
  });
}

/** Answers questions by `tasks/update`, and returns the acknowledgement. */
export async function answer(
  mcp: StatelessMcp,
  taskId: string,
  inputResponses: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  return resultOf(mcp.request('tasks/update', { taskId, inputResponses }));
}

/** The answer of a person who fills in a form. */
export function accept(content: object): object {
  return { action: 'accept', content };
}

/** The members of a result besides `_meta`. */
export function membersOf(result: object): string[] {
  return Object.keys(result)
    .filter((name) => name !== '_meta')
    .sort();
}
