import { TaskQueueType } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

/** Number of Workers that poll a Task Queue for Workflow Tasks, as the service has seen them lately. */
export async function countPollers(calls: TemporalCalls, taskQueue: string): Promise<number> {
  const { pollers } = await calls.run(async (client) =>
    client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  );
  return pollers.length;
}
