import type { CreateTaskRequest } from '../../core/task/tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './plan-task.js';
import { startActivity } from './start-activity.js';
import { sendFirstSignal, startWithUpdate } from './start-message.js';
import { toStartOptions } from './start-options.js';

export interface ExecutionToStart {
  readonly request: CreateTaskRequest;
  readonly planned: PlannedTask;
  /** A closed execution may have had the ID. Default: false. */
  readonly mayReplace?: boolean | undefined;
}

/**
 * Delay of a first Workflow Task, in milliseconds, in which the Signal of its start arrives. Signal-With-Start would
 * bring both at once, but it can't be told to fail if something runs under the ID: it would give the Signal to that.
 */
const HEAD_START_MS = 250;

/**
 * Starts the execution behind a task, and brings it the message of the call, if any. If the ID is in use, nothing gets
 * the message.
 *
 * @throws {TaskError} For which `isAlreadyStarted` is true if the ID is in use.
 */
export async function startExecution(
  calls: TemporalCalls,
  { request, planned, mayReplace = false }: ExecutionToStart,
): Promise<void> {
  const { start: execution } = request.tool;
  if (execution.kind === 'activity') {
    await startActivity(calls, { activity: execution, request, planned, mayReplace });
    return;
  }
  const options = toStartOptions(request, planned);
  if (mayReplace) options.workflowIdReusePolicy = 'ALLOW_DUPLICATE';
  const message = request.start?.message;
  const { messageId } = planned.meta;
  if (message?.kind === 'update') {
    await startWithUpdate(calls, { ...request, message, messageId, options });
    return;
  }
  if (message) options.startDelay ??= HEAD_START_MS;
  const { firstExecutionRunId } = await calls.run(async () =>
    calls.starts.start(execution.type, options),
  );
  if (!message) return;
  const { taskId: workflowId } = planned.task;
  await sendFirstSignal(calls, {
    ...request,
    message,
    messageId,
    workflowId,
    firstRunId: firstExecutionRunId,
  });
}
