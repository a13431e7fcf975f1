import { fileURLToPath } from 'node:url';

import { eventually } from '../../support/eventually.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import type {
  Rev2026Peer,
  Rev2026Reply,
  Rev2026RequestOptions,
} from '../../support/raw-rev2026.js';
import type { TestServers } from '../../support/with-test-server.js';

/** Tools that this generation treats in different ways. */
export const REV2026_MANIFEST = fileURLToPath(
  new URL('../../support/rev2026-manifest.yaml', import.meta.url),
);

/** The result of a reply that has to have one. */
export function resultIn({ message }: Rev2026Reply): Record<string, unknown> {
  if (message.result) return message.result;
  throw new Error(`An error instead of a result: ${JSON.stringify(message.error)}`);
}

/** The error of a reply that has to be one. */
export function errorIn({ message }: Rev2026Reply): NonNullable<RawMessage['error']> {
  if (message.error) return message.error;
  throw new Error(`A result instead of an error: ${JSON.stringify(message.result)}`);
}

/** A tool, its arguments, and what else the request has. */
type ToolCall = readonly [
  name: string,
  args?: object,
  options?: Rev2026RequestOptions & { readonly params?: Record<string, unknown> },
];

/** Calls a tool. */
export async function call(
  peer: Rev2026Peer,
  ...[name, args = {}, options = {}]: ToolCall
): Promise<Rev2026Reply> {
  const { params, ...rest } = options;
  return peer.request('tools/call', { name, arguments: args, ...params }, rest);
}

/** Calls a tool that becomes a task, and returns the task's ID. */
export async function start(peer: Rev2026Peer, name: string, args: object = {}): Promise<string> {
  const { resultType, taskId } = resultIn(await call(peer, name, args));
  if (resultType !== 'task') throw new Error(`${name} has not become a task.`);
  return taskId as string;
}

/** Polls until a task is as it should be. */
export async function untilTask(
  peer: Rev2026Peer,
  taskId: string,
  isIt: (task: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  return eventually(`a state of ${taskId}`, async () => {
    const task = resultIn(await peer.request('tasks/get', { taskId }));
    return isIt(task) ? task : undefined;
  });
}

/** Polls until a task has a status. */
export async function untilTaskIs(
  peer: Rev2026Peer,
  taskId: string,
  status: string,
): Promise<Record<string, unknown>> {
  return untilTask(peer, taskId, (task) => task['status'] === status);
}

/** The keys of what is asked in a task or a call. */
export function keysOf(result: Record<string, unknown>): string[] {
  return Object.keys(result['inputRequests'] ?? {});
}

/** An accepted form. */
export function accept(content: object): object {
  return { action: 'accept', content };
}

/** The execution of a plain call, which tells nobody its ID: found by its progress token. */
export async function untilCallIs(
  { temporal, options }: TestServers,
  status: 'Running' | 'Canceled',
  progressToken: string,
): Promise<string> {
  const query = `TaskQueue = '${options.taskQueue}' AND ExecutionStatus = '${status}'`;
  return eventually(`the execution that is ${status}`, async () => {
    for await (const { workflowId, memo } of temporal.workflow.list({ query })) {
      const meta = memo?.['mcp.meta'] as { token?: unknown } | undefined;
      if (meta?.token === progressToken) return workflowId;
    }
    return undefined;
  });
}
