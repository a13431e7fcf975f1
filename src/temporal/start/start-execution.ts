import type { CreateTaskRequest } from '../../core/task/tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { PlannedTask } from './plan-task.js';
import { startActivity } from './start-activity.js';
import { startWithMessage } from './start-message.js';
import { toStartOptions } from './start-options.js';

export interface ExecutionToStart {
  readonly request: CreateTaskRequest;
  readonly planned: PlannedTask;
  /** A closed execution may have had the ID. Default: false. */
  readonly mayReplace?: boolean | undefined;
}

/**
 * Starts the execution behind a task, with the message of the call, if any.
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
  if (message) await startWithMessage(calls, { ...request, message, options });
  else await calls.run(async () => calls.starts.start(execution.type, options));
}
