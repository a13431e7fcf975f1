import { CallToolResultSchema, CreateTaskResultSchema } from '@modelcontextprotocol/sdk/types.js';

import type { BenchEnvironment } from './bench-environment.js';

/** A task's ID, as the official client gets it from a call. */
export async function createBySdk({ sdkMcp }: BenchEnvironment, toolName: string): Promise<string> {
  const request = { method: 'tools/call' as const, params: { name: toolName, arguments: {} } };
  const { task } = await sdkMcp.request(request, CreateTaskResultSchema, { task: {} });
  return task.taskId;
}

/** The same by raw JSON-RPC. */
export async function createByRawMcp(
  { rawMcp }: Pick<BenchEnvironment, 'rawMcp'>,
  toolName: string,
): Promise<string> {
  const result = await rawMcp.request('tools/call', { name: toolName, arguments: {}, task: {} });
  return (result['task'] as { taskId: string }).taskId;
}

/** Waits for a task's result through the official client. */
export async function waitBySdk({ sdkMcp }: BenchEnvironment, taskId: string): Promise<unknown> {
  return sdkMcp.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
}

/** Completes a `waitForFinish`. */
export async function finish(
  { temporal }: Pick<BenchEnvironment, 'temporal'>,
  workflowId: string,
): Promise<void> {
  await temporal.workflow.getHandle(workflowId).signal('finish', { ok: true });
}

/** A task that has ended, and that nobody has read since. */
export async function createFinished(
  environment: Pick<BenchEnvironment, 'temporal' | 'rawMcp'>,
): Promise<string> {
  const taskId = await createByRawMcp(environment, 'wait_for_finish');
  await finish(environment, taskId);
  await environment.temporal.workflow.getHandle(taskId).result();
  return taskId;
}
